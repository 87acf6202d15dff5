package main

import (
	"os"
	"strconv"
	"time"
)

// ownerVariable names the environment variable in which an owner writes its process id
// when it wants the component to live no longer than itself.
const ownerVariable = "CONTROL_PLANE_OWNER"

func init() {
	owner, err := strconv.Atoi(os.Getenv(ownerVariable))
	if err != nil {
		return
	}
	dieWithOwner()
	exitUnlessOwnedBy(owner) // it may have gone before the kernel was asked
	go watchOwner(owner)
}

// watchOwner ends the process soon after another process has become its parent.
func watchOwner(owner int) {
	for range time.Tick(time.Second) {
		exitUnlessOwnedBy(owner)
	}
}

func exitUnlessOwnedBy(owner int) {
	if os.Getppid() != owner {
		os.Exit(1)
	}
}

package main

import "golang.org/x/sys/unix"

// dieWithOwner asks the kernel to kill this process, suspended or not, when the owner goes away.
// The wish belongs to the calling thread: call it from an init function, which runs on the main thread.
func dieWithOwner() {
	_ = unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0)
}

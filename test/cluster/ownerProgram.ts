import { startControlPlane } from './controlPlane';

/** A program for owner.test.ts: owns a control plane, says what it owns in one line of JSON, and stays. */
startControlPlane().then(
  (controlPlane) => {
    console.log(JSON.stringify({ folder: controlPlane.folder, processIds: controlPlane.processIds() }));
    setInterval(() => undefined, 60_000);
  },
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);

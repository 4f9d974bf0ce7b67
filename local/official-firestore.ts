/** What the suite starts as its Firestore emulator with EMULATORS=official: Google's, with the same arguments. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { findGoogleEmulator } from '@portal/firestore-emulator/testing/find-google-emulator';
import { listGoogleMain } from '@portal/firestore-emulator/testing/start-emulator';

// The stand-in for Java is first on the suite's own PATH.
const google = findGoogleEmulator(join(import.meta.dirname, 'java'));
if (!google) throw new Error("Google's Firestore emulator is not on this machine.");

const java = spawn(google.java, [...listGoogleMain(google.jar), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => java.kill(signal));
java.on('exit', (code) => {
  process.exitCode = code ?? 0;
});

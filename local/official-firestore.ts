/** What the suite starts as its Firestore emulator with EMULATORS=official: Google's, with the same arguments. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { findOfficialFirestore } from '@portal/firestore-emulator/testing/find-google-emulator';

// The stand-in for Java is first on the suite's own PATH.
const official = findOfficialFirestore(join(import.meta.dirname, 'java'));
if (!official) throw new Error("Google's Firestore emulator is not on this machine.");

const mainClass = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore';
const java = spawn(
  official.java,
  ['-Duser.language=en', '-cp', official.jar, mainClass, ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => java.kill(signal));
java.on('exit', (code) => {
  process.exitCode = code ?? 0;
});

/** What the suite starts as its Firestore emulator with EMULATORS=official: Google's, with the same arguments. */
import { spawn } from 'node:child_process';
import { findOfficialFirestore } from './find-official-firestore.ts';

const official = findOfficialFirestore();
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

/** Firestore as a program: what FIRESTORE_EMULATOR_BINARY_PATH names. */
import { enableCompileCache } from 'node:module';

// Before anything else is loaded: from the second start on it spares most of the time that takes.
enableCompileCache();
const { readConfig } = await import('./config.ts');
const { startFirestoreServer } = await import('./server.ts');

try {
  const server = await startFirestoreServer(readConfig(process.argv.slice(2)));
  process.stdout.write(`Firestore is at ${server.host}:${server.port}\n`);
  const stop = () => void server.close().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

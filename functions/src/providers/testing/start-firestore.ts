import { fileURLToPath } from 'node:url';
import { Firestore } from 'firebase-admin/firestore';
import { afterAll, vi } from 'vitest';
import { startLocalProgram } from './start-local-program.ts';

/** Starts the Firestore emulator without data. With an `indexesFile` it refuses queries that need another index. */
export async function startFirestore(indexesFile?: string): Promise<Firestore> {
  vi.stubEnv(
    'FIRESTORE_EMULATOR_HOST',
    await startLocalProgram(
      fileURLToPath(import.meta.resolve('@portal/firestore-emulator/main')),
      indexesFile === undefined ? [] : ['--indexes', indexesFile],
    ),
  );
  // Otherwise the SDK searches for Google's metadata server.
  vi.stubEnv('METADATA_SERVER_DETECTION', 'none');
  const firestore = new Firestore({ projectId: 'demo-portal' });
  afterAll(async () => {
    await firestore.terminate();
    vi.unstubAllEnvs();
  });
  return firestore;
}

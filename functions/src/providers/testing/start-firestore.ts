import { fileURLToPath } from 'node:url';
import { Firestore } from 'firebase-admin/firestore';
import { afterAll, vi } from 'vitest';
import { startLocalProgram } from './start-local-program.ts';

/** Starts the Firestore emulator without data. */
export async function startFirestore(): Promise<Firestore> {
  vi.stubEnv(
    'FIRESTORE_EMULATOR_HOST',
    await startLocalProgram(fileURLToPath(import.meta.resolve('@portal/firestore-emulator/main')), []),
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

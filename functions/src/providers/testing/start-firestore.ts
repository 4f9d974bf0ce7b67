import { fileURLToPath } from 'node:url';
import { Firestore } from 'firebase-admin/firestore';
import { afterAll, vi } from 'vitest';
import { startLocalProgram } from './start-local-program.ts';

/** The repository's own Firestore, empty. */
export async function startFirestore(): Promise<Firestore> {
  vi.stubEnv(
    'FIRESTORE_EMULATOR_HOST',
    await startLocalProgram(fileURLToPath(import.meta.resolve('@portal/firestore-emulator/main')), []),
  );
  // It would look for Google's cloud around it, and warn that it is not there.
  vi.stubEnv('METADATA_SERVER_DETECTION', 'none');
  const firestore = new Firestore({ projectId: 'demo-portal' });
  afterAll(async () => {
    await firestore.terminate();
    vi.unstubAllEnvs();
  });
  return firestore;
}

import { Firestore } from 'firebase-admin/firestore';
import { expect, it, onTestFinished, vi } from 'vitest';
import { checkHealth } from './check-health.ts';

it('reports a database that does not answer [P2.45]', { timeout: 20_000 }, async () => {
  vi.stubEnv('FIRESTORE_EMULATOR_HOST', '127.0.0.1:9');
  vi.stubEnv('METADATA_SERVER_DETECTION', 'none');
  onTestFinished(() => void vi.unstubAllEnvs());
  // Not terminated: between two tries its SDK would reject a promise that nobody can catch.
  const firestore = new Firestore({ projectId: 'demo-health' });

  expect(await checkHealth(firestore)).toEqual({ status: 'degraded', database: 'unreachable' });
});

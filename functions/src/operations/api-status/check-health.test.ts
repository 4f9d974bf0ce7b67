import { getHealth } from '@portal/contracts/health';
import { Firestore } from 'firebase-admin/firestore';
import { expect, it, onTestFinished, vi } from 'vitest';
import { countReads, startFirestore } from '../../providers/testing/start-firestore.ts';
import { startApi } from '../../testing/start-api.ts';
import { checkHealth } from './check-health.ts';

it('reports a database that does not answer [P2.45]', async () => {
  vi.stubEnv('FIRESTORE_EMULATOR_HOST', '127.0.0.1:9');
  vi.stubEnv('METADATA_SERVER_DETECTION', 'none');
  onTestFinished(() => void vi.unstubAllEnvs());
  // Not terminated: between two tries its SDK would reject a promise that nobody can catch.
  const firestore = new Firestore({ projectId: 'demo-health' });

  expect(await checkHealth(firestore)).toEqual({ status: 'degraded', database: 'unreachable' });
});

it('reads the database once in 5 s, however often it is asked', async () => {
  await startFirestore();
  const { call } = await startApi([]);
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const ask = () => call(getHealth.method, getHealth.path, 'nobody');
  const ok = { status: 200, body: { status: 'ok', database: 'ok' } };
  const askOften = async () => {
    for (let count = 0; count < 10; count += 1) expect(await ask()).toEqual(ok);
    await Promise.all(Array.from({ length: 10 }, ask));
  };
  expect(await countReads(askOften)).toBe(1);
  vi.setSystemTime(Date.now() + 5000);
  expect(await countReads(askOften)).toBe(1);
});

import { join } from 'node:path';
import { useSandbox } from '@portal/functions/src/providers/testing/start-deps.ts';
import { startFirestore } from '@portal/functions/src/providers/testing/start-firestore.ts';
import { startSandbox } from '@portal/functions/src/providers/testing/start-sandbox.ts';
import { sendJson, startTestServer } from '@portal/functions/src/providers/testing/start-test-server.ts';
import { startApi } from '@portal/functions/src/testing/start-api.ts';
import { startStorage } from '@portal/functions/src/uploads/testing/start-storage.ts';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { COUNTS } from './counts.ts';
import { measureCounts, PEOPLE } from './measure-counts.ts';

const PROJECT = 'demo-portal';
/** How far off they may be: both depend on the time between two changes, which is longer on a busy machine. */
const ALLOWED: readonly [path: RegExp, part: number][] = [
  [/bytes$/, 0.25],
  [/^(?:polls|library)\.changed\.reads$/, 0.5],
];

await startFirestore(join(import.meta.dirname, '../../firestore.indexes.json'));
const sandbox = await startSandbox();
const UsageSchema = z.object({ reads: z.number(), writes: z.number(), deletes: z.number() });

async function startAndMeasure() {
  // Caches do not expire while something is counted.
  vi.useFakeTimers({ toFake: ['Date'] });
  const { url, requests: tasks } = await startTestServer(sendJson({ name: 'queued' }));
  vi.stubEnv('CLOUD_TASKS_EMULATOR_HOST', new URL(url).host);
  vi.stubEnv('MONTHLY_BUDGET_USD', '');
  useSandbox(sandbox);
  // oxlint-disable-next-line node/no-process-env -- startFirestore sets it
  const host = process.env['FIRESTORE_EMULATOR_HOST'];
  const usage = `http://${host}/emulator/v1/projects/${PROJECT}:usage`;
  await startStorage();
  vi.stubEnv('FIREBASE_CONFIG', JSON.stringify({ projectId: PROJECT, storageBucket: 'a-bucket' }));
  const { deps } = await startApi(PEOPLE);
  return measureCounts({
    deps,
    tasks,
    useRealTime: () => void vi.useRealTimers(),
    setBudget: (dollars) => void vi.stubEnv('MONTHLY_BUDGET_USD', String(dollars)),
    readUsage: async () => UsageSchema.parse(await (await fetch(usage)).json()),
  });
}

/** Every number of an object, by its path. */
function listNumbers(value: unknown, path = ''): Map<string, number> {
  if (typeof value === 'number') return new Map([[path, value]]);
  if (typeof value !== 'object' || value === null) return new Map();
  return new Map(
    Object.entries(value).flatMap(([name, part]) => [
      ...listNumbers(part, path === '' ? name : `${path}.${name}`),
    ]),
  );
}

it('counts of the model are those of the code', async () => {
  const measured = listNumbers(await startAndMeasure());
  const wrong = [...measured].flatMap(([path, value]) => {
    // They depend on the machine.
    if (path.endsWith('cpuSeconds')) return [];
    const counted = listNumbers(COUNTS).get(path) ?? Number.NaN;
    const [, allowed = 0] = ALLOWED.find(([pattern]) => pattern.test(path)) ?? [];
    const isRight = value === counted || Math.abs(value / counted - 1) < allowed;
    return isRight ? [] : [`${path}: measured ${value}, in counts.ts ${counted}`];
  });
  expect([...measured.keys()].toSorted()).toEqual([...listNumbers(COUNTS).keys()].toSorted());
  expect(wrong).toEqual([]);
}, 300_000);

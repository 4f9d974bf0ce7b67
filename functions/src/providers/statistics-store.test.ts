import { setTimeout as sleep } from 'node:timers/promises';
import { Firestore } from 'firebase-admin/firestore';
import { beforeEach, expect, it, vi } from 'vitest';
import { NO_MICROS, sumMicros, toMicros } from '../spend/micros.ts';
import { callWithKeys } from './key-pool.ts';
import type { FailureKind, ProviderAnswer } from './provider-answer.ts';
import { countCall, readHours, waitForCounts } from './statistics-store.ts';
import { sendJson, startTestServer } from './testing/start-test-server.ts';
import { startFirestore } from './testing/start-firestore.ts';

const firestore = await startFirestore();
const HOUR_MS = 3_600_000;

/** Each test has its own: calls of earlier tests may still be written, also of other files, which count in the present. */
let hour = Date.parse('2031-11-21T17:00:00Z');
const setClock = (sinceTheHour: number) => vi.setSystemTime(hour + sinceTheHour);
const readDocuments = async () => {
  const name = new Date(hour).toISOString().slice(0, 13);
  return (await firestore.collection(`providerStatistics/${name}/shards`).get()).docs;
};
const waitForCalls = (count: number) =>
  vi.waitFor(async () => {
    const calls = (await readDocuments()).flatMap((shard) =>
      Object.values(Object(shard.get('providers'))).flatMap((counts) =>
        Object.values(Object(counts).outcomes),
      ),
    );
    expect(calls.reduce<number>((sum, each) => sum + Number(each), 0)).toBe(count);
  });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  hour += 100 * HOUR_MS;
  setClock(0);
});

const made = { provider: 'xai', outcome: 'made', milliseconds: 1200, cost: toMicros(0.02) } as const;

it('writes calls that end together once, into a few documents that expire', async () => {
  // Each call has its own server instance.
  const instances = Array.from({ length: 30 }, () => new Firestore({ projectId: 'demo-portal' }));
  for (const instance of instances) {
    for (let calls = 0; calls < 5; calls += 1) countCall(instance, made);
  }
  await waitForCalls(150);
  const shards = await readDocuments();
  expect(shards.length).toBeGreaterThan(3);
  expect(shards.length).toBeLessThanOrEqual(10);
  for (const shard of shards) {
    expect(shard.get('expiresAt').toMillis()).toBe(hour + 48 * HOUR_MS);
    expect(shard.get('providers.xai.outcomes.made') % 5).toBe(0);
  }
  await Promise.all(instances.map((instance) => instance.terminate()));
});

it('counts outcomes, time, cost and outage minutes of an hour', async () => {
  setClock(90_000);
  countCall(firestore, made);
  for (const outcome of ['unavailable', 'not-sent', 'timed-out', 'connection-lost', 'refused'] as const) {
    countCall(firestore, { ...made, outcome, cost: NO_MICROS });
  }
  await waitForCalls(6);
  const [before, current] = await readHours(firestore, new Date(), 2);
  expect(before).toEqual({ startsAt: new Date(hour - HOUR_MS), shards: [] });
  const counts = current?.shards.flatMap(({ xai }) => xai ?? []) ?? [];
  const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
  expect(sum(counts.map(({ milliseconds }) => milliseconds))).toBe(7200);
  expect(sum(counts.map(({ cost }) => cost))).toBe(20_000);
  expect(new Set(counts.flatMap(({ minutes }) => Object.keys(minutes)))).toEqual(new Set(['1']));
  expect(sum(counts.map(({ minutes }) => minutes['1']?.outages ?? 0))).toBe(4);
  expect(sum(counts.map(({ minutes }) => minutes['1']?.made ?? 0))).toBe(1);
});

it('reads the current hour again after two seconds, and an ended one only once', async () => {
  const readCalls = async (hours: number) =>
    (await readHours(firestore, new Date(), hours)).map(({ shards }) =>
      shards.reduce((sum, { xai }) => sum + (xai?.outcomes['made'] ?? 0), 0),
    );
  countCall(firestore, made);
  await waitForCalls(1);
  // Waiting has advanced the clock.
  setClock(0);
  expect(await readCalls(1)).toEqual([1]);
  countCall(firestore, made);
  await waitForCalls(2);
  setClock(1_900);
  expect(await readCalls(1)).toEqual([1]);
  setClock(10_000);
  expect(await readCalls(1)).toEqual([2]);

  // Late writes of its last calls are still seen in the minutes after it.
  setClock(HOUR_MS + 60_000);
  expect(await readCalls(2)).toEqual([2, 0]);
  setClock(HOUR_MS + 130_000);
  expect(await readCalls(2)).toEqual([2, 0]);
  for (const { ref } of await readDocuments()) await ref.delete();
  setClock(5 * HOUR_MS);
  expect(await readCalls(6)).toEqual([2, 0, 0, 0, 0, 0]);
});

it('ignores a failed write', async () => {
  const closed = new Firestore({ projectId: 'demo-portal' });
  await closed.terminate();
  countCall(closed, made);
  await sleep(500);
  // An unhandled failure would have ended the run.
  await expect(closed.doc('any/one').set({})).rejects.toThrow('terminated');
});

it('counts each request once, and a lost answer with its maximum cost', async () => {
  const server = await startTestServer(sendJson({}));
  const answers: Record<string, ProviderAnswer<string>> = {
    limited: { kind: 'rate-limited', detail: '' },
    rejected: { kind: 'key-rejected', detail: '' },
    good: {
      kind: 'made',
      made: 'image',
      usage: { textInputTokens: 0, imageInputTokens: 0, outputTokens: 7 },
    },
    late: { kind: 'timed-out', detail: '' },
  };
  let announced = 0;
  const call = (keys: string[], send: boolean) =>
    callWithKeys(
      { firestore },
      {
        provider: 'stability',
        settings: { baseUrl: server.url, keys },
        call: async (access) => {
          if (send) await access.fetch(access.baseUrl);
          return answers[access.apiKey] ?? { kind: 'bad-request', detail: '' };
        },
        price: () => 0.07,
        maxCost: toMicros(0.065),
        onSend: () => {
          announced += 1;
        },
      },
    );
  expect(await call(['limited', 'rejected', 'good'], true)).toMatchObject({ made: 'image', cost: 70_000 });
  expect(await call(['late'], true)).toMatchObject({ kind: 'timed-out' });
  // Failed before anything was sent.
  expect(await call(['unsent'], false)).toMatchObject({ kind: 'bad-request' });
  expect(announced).toBe(server.requests.length);

  await vi.waitFor(async () => {
    setClock(Date.now() - hour + 2_100);
    const [current] = await readHours(firestore, new Date(), 1);
    const counts = current?.shards.flatMap(({ stability }) => stability ?? []) ?? [];
    const outcomes = counts.flatMap((each) => Object.entries(each.outcomes));
    const count = (kind: FailureKind | 'made') =>
      outcomes.reduce((sum, [name, calls]) => sum + (name === kind ? calls : 0), 0);
    expect(server.requests.length).toBe(outcomes.reduce((sum, [, calls]) => sum + calls, 0));
    expect([count('made'), count('timed-out'), count('bad-request')]).toEqual([1, 1, 0]);
    expect(sumMicros(...counts.map(({ cost }) => cost))).toBe(135_000);
  });
});

it('waits until all calls so far are written', async () => {
  await waitForCounts(firestore);
  countCall(firestore, made);
  countCall(firestore, made);
  await waitForCounts(firestore);
  const [shard] = await readDocuments();
  expect(shard?.get('providers.xai.outcomes.made')).toBe(2);
});

import { Timestamp } from 'firebase-admin/firestore';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { saveKeyStates, type KeyChange } from '../../providers/key-states.ts';
import { startFirestore } from '../../providers/testing/start-firestore.ts';
import { NO_MICROS } from '../../spend/micros.ts';
import { QUEUES } from '../../tools.ts';
import { describeKeys } from './describe-keys.ts';

const firestore = await startFirestore();
const NOW = new Date('2026-11-21T17:00:00Z');
const inSeconds = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const rests = (seconds: number): KeyChange => ({ restUntil: Timestamp.fromDate(inSeconds(seconds)) });
const OUT: KeyChange = { outSince: Timestamp.fromDate(NOW) };
const EXHAUSTED: KeyChange = { restUntil: Timestamp.fromDate(inSeconds(3600)), problem: 'exhausted' };
const UNVERIFIED: KeyChange = { problem: 'unverified' };

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  const cloudinary = { cloudName: 'studio', apiKey: 'k', apiSecret: 's' };
  vi.stubEnv('PROVIDER_KEYS', JSON.stringify({ openai: ['one', 'two', 'three'], xai: ['only'], cloudinary }));
  await firestore.doc('providerKeys/openai').delete();
  await saveKeyStates(firestore, 'openai', new Map());
});
afterEach(() => vi.useRealTimers());

const save = (changes: Record<string, KeyChange>, checkedAt?: Date) =>
  saveKeyStates(firestore, 'openai', new Map(Object.entries(changes)), checkedAt);

it('reports healthy if all keys are usable [P4.14, D-providers.7]', async () => {
  expect(await describeKeys({ firestore }, 'openai', [], QUEUES)).toEqual({
    provider: 'openai',
    status: 'healthy',
    activeKeys: 3,
    totalKeys: 3,
    restingKeys: 0,
    restUntil: null,
    outKeys: 0,
    problem: null,
    // Three queues with ten tasks at once, and twenty per second.
    capacity: 30,
    rateLimit: 3600,
    lastChecked: null,
  });
});

it('reports a warning if keys rest or are out, and when the first is usable [P4.14, D-providers.7]', async () => {
  await save({ one: rests(60), two: OUT, three: rests(-1) });
  expect(await describeKeys({ firestore }, 'openai', [], QUEUES)).toMatchObject({
    status: 'warning',
    activeKeys: 1,
    restingKeys: 1,
    restUntil: inSeconds(60).toISOString(),
    outKeys: 1,
    capacity: 30,
  });
});

it('reports an error and no capacity without usable keys [P4.14, D-providers.7]', async () => {
  await save({ one: rests(60), two: OUT, three: rests(20) });
  expect(await describeKeys({ firestore }, 'openai', [], QUEUES)).toMatchObject({
    status: 'error',
    activeKeys: 0,
    restingKeys: 2,
    restUntil: inSeconds(20).toISOString(),
    outKeys: 1,
    capacity: 0,
    rateLimit: 0,
  });
});

it('resets a key that works again', async () => {
  await save({ one: rests(60), two: OUT, three: OUT });
  await save({ one: 'works', two: 'works' }, NOW);
  expect(await describeKeys({ firestore }, 'openai', [], QUEUES)).toMatchObject({
    status: 'warning',
    activeKeys: 2,
    restingKeys: 0,
    outKeys: 1,
    lastChecked: NOW.toISOString(),
  });
});

it.each([
  ['rejected', { one: OUT, two: OUT, three: OUT }],
  ['exhausted', { one: EXHAUSTED, two: OUT, three: EXHAUSTED }],
  ['unverified', { one: UNVERIFIED, two: UNVERIFIED, three: UNVERIFIED }],
  [null, { one: rests(60), two: EXHAUSTED, three: OUT }],
  [null, { one: UNVERIFIED, two: OUT, three: 'works' as const }],
])('says why no key can make anything: %s', async (problem, changes) => {
  await save(changes);
  expect(await describeKeys({ firestore }, 'openai', [], QUEUES)).toMatchObject({ problem });
});

it('reports a warning if the organization of all keys is not verified for images', async () => {
  await save({ one: UNVERIFIED, two: UNVERIFIED, three: UNVERIFIED });
  expect(await describeKeys({ firestore }, 'openai', [], QUEUES)).toMatchObject({
    status: 'warning',
    activeKeys: 3,
  });
});

it('forgets a problem when the rest of a key is over, and when the key works', async () => {
  await save({ one: EXHAUSTED, two: OUT, three: OUT });
  vi.setSystemTime(inSeconds(3601));
  expect(await describeKeys({ firestore }, 'openai', [], QUEUES)).toMatchObject({ problem: null });
  await save({ one: UNVERIFIED });
  expect(await describeKeys({ firestore }, 'openai', [], QUEUES)).toMatchObject({ problem: 'unverified' });
  await save({ one: 'works' });
  expect(await describeKeys({ firestore }, 'openai', [], QUEUES)).toMatchObject({ problem: null });
});

it('reports a provider without keys as unused', async () => {
  expect(await describeKeys({ firestore }, 'stability', [], QUEUES)).toMatchObject({
    status: 'unused',
    activeKeys: 0,
    totalKeys: 0,
    problem: 'no-key',
    capacity: 0,
  });
});

it('reports the later of the last call and the last check', async () => {
  await save({ one: 'works' }, inSeconds(-100));
  const counts = { milliseconds: 1, cost: NO_MICROS, outcomes: { made: 1 }, latencies: {}, minutes: {} };
  const hoursWith = (lastCall: Date) => [
    { startsAt: NOW, shards: [{ openai: { ...counts, lastCallAt: Timestamp.fromDate(lastCall) } }] },
  ];
  const read = async (lastCall: Date) =>
    (await describeKeys({ firestore }, 'openai', hoursWith(lastCall), QUEUES)).lastChecked;
  expect(await read(inSeconds(-5))).toBe(inSeconds(-5).toISOString());
  expect(await read(inSeconds(-500))).toBe(inSeconds(-100).toISOString());
});

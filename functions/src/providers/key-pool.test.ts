import { createHash } from 'node:crypto';
import { Firestore } from 'firebase-admin/firestore';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { toMicros } from '../spend/micros.ts';
import { callWithKeys, findKeyShortage } from './key-pool.ts';
import type { ProviderAnswer } from './provider-answer.ts';
import { startFirestore } from './testing/start-firestore.ts';

const firestore = await startFirestore();
const deps = { firestore };
const document = firestore.doc('providerKeys/openai');
const settings = (...keys: string[]) => ({ baseUrl: 'http://unused.invalid', keys });
const fingerprint = (apiKey: string) => createHash('sha256').update(apiKey).digest('hex').slice(0, 12);

const MADE: ProviderAnswer<string> = { kind: 'made', made: 'image' };
const PRICED = { ...MADE, cost: toMicros(0.04) };
const REJECTED: ProviderAnswer<string> = { kind: 'key-rejected', detail: '401' };
const limited = (retryAfterSeconds?: number): ProviderAnswer<string> => ({
  kind: 'rate-limited',
  detail: '429',
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
});

/** Calls with keys that answer as told, and tells with which it was called. */
async function call(answers: Record<string, ProviderAnswer<string>>) {
  const used: string[] = [];
  const answer = await callWithKeys(deps, {
    provider: 'openai',
    settings: settings(...Object.keys(answers)),
    call: async ({ apiKey }) => {
      used.push(apiKey);
      return answers[apiKey] ?? MADE;
    },
    price: () => 0.04,
    maxCost: toMicros(0.25),
    onSend: () => undefined,
  });
  return { answer, used };
}

const passSeconds = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
  await document.delete();
});

it('[D-providers.4] tries the next key when one is limited and one is rejected, within one attempt', async () => {
  const { answer, used } = await call({ limited: limited(), rejected: REJECTED, good: MADE });
  expect(answer).toEqual(PRICED);
  expect(used.at(-1)).toBe('good');
  expect(new Set(used).size).toBe(used.length);
});

it('tries no other key after a failure that is not the fault of the key', async () => {
  for (const kind of ['refused', 'timed-out', 'bad-request', 'unavailable', 'not-sent'] as const) {
    const failure = { kind, detail: '' };
    const { answer, used } = await call({ one: failure, two: failure });
    expect(answer).toEqual({ ...failure, cost: kind === 'timed-out' ? toMicros(0.25) : 0 });
    expect(used).toHaveLength(1);
  }
  expect((await document.get()).exists).toBe(false);
});

it('[D-providers.3] a limited key rests for as long as the provider says, for every worker', async () => {
  await call({ one: limited(60) });
  const other = { firestore: new Firestore({ projectId: 'demo-portal' }) };
  onTestFinished(() => other.firestore.terminate());

  const shortage = await findKeyShortage(other, 'openai', settings('one'));
  expect(shortage?.retryAt?.getTime()).toBe(Date.now() + 60_000);
  passSeconds(59);
  expect((await call({ one: MADE })).used).toEqual([]);
  passSeconds(2);
  expect((await call({ one: MADE })).answer).toEqual(PRICED);
});

it('a limited key rests half a minute when the provider does not say', async () => {
  await call({ one: limited() });
  expect((await call({ one: MADE })).answer).toEqual({
    kind: 'no-key',
    retryAt: new Date(Date.now() + 30_000),
  });
});

it('[D-providers.2] a rejected key is out, however long one waits', async () => {
  expect((await call({ one: REJECTED })).answer).toEqual({ ...REJECTED, cost: 0 });
  passSeconds(40 * 86_400);
  expect((await call({ one: MADE })).answer).toEqual({ kind: 'no-key', retryAt: undefined });
});

describe('whether a call is possible', () => {
  it('is so while one key can be used', async () => {
    await call({ one: limited(60) });
    expect(await findKeyShortage(deps, 'openai', settings('one', 'two'))).toBeUndefined();
  });

  it('is not so until the first of the resting keys has rested', async () => {
    await call({ one: limited(300), two: limited(60), three: REJECTED });
    expect(await findKeyShortage(deps, 'openai', settings('one', 'two', 'three'))).toEqual({
      kind: 'no-key',
      retryAt: new Date(Date.now() + 60_000),
    });
  });

  it('is not so for a provider without keys', async () => {
    expect(await findKeyShortage(deps, 'openai', settings())).toEqual({ kind: 'no-key', retryAt: undefined });
  });

  it('is known without a read for two seconds, and what another worker learned is known then', async () => {
    expect(await findKeyShortage(deps, 'openai', settings('one'))).toBeUndefined();
    await document.set({ keys: { [fingerprint('one')]: { outSince: new Date() } } });
    expect(await findKeyShortage(deps, 'openai', settings('one'))).toBeUndefined();
    passSeconds(2.1);
    expect(await findKeyShortage(deps, 'openai', settings('one'))).toBeDefined();
  });
});

it('[D-providers.1] keys share the load', async () => {
  const counts = new Map<string, number>();
  for (let made = 0; made < 300; made += 1) {
    const { used } = await call({ one: MADE, two: MADE, three: MADE });
    for (const key of used) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  expect(Math.min(...counts.values())).toBeGreaterThan(50);
  expect(counts.size).toBe(3);
});

it('[D-providers.5] what is kept of a key does not tell it', async () => {
  await call({ 'sk-very-secret': REJECTED });
  const kept = JSON.stringify((await document.get()).data());
  expect(kept).toContain(fingerprint('sk-very-secret'));
  expect(kept).not.toContain('secret');
});

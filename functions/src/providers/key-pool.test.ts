import { createHash } from 'node:crypto';
import { Firestore } from 'firebase-admin/firestore';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { toMicros } from '../spend/micros.ts';
import { callWithKeys, chooseKey, findAccess, findKeyShortage, updateKey } from './key-pool.ts';
import { findKeyProblem, readKeyStates } from './key-states.ts';
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
const UNVERIFIED: ProviderAnswer<string> = { kind: 'unverified', detail: '403' };
const limited = (retryAfterSeconds?: number): ProviderAnswer<string> => ({
  kind: 'rate-limited',
  detail: '429',
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
});

/** Makes a call whose answer depends on the key. Returns the keys that were used. */
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

it('tries the next key within one attempt after a limit or rejection [D-providers.4]', async () => {
  const { answer, used } = await call({ limited: limited(), rejected: REJECTED, good: MADE });
  expect(answer).toEqual(PRICED);
  expect(used.at(-1)).toBe('good');
  expect(new Set(used).size).toBe(used.length);
});

it('does not try another key after an unrelated failure', async () => {
  for (const kind of ['refused', 'timed-out', 'bad-request', 'unavailable', 'not-sent'] as const) {
    const failure = { kind, detail: '' };
    const { answer, used } = await call({ one: failure, two: failure });
    expect(answer).toEqual({ ...failure, cost: kind === 'timed-out' ? toMicros(0.25) : 0 });
    expect(used).toHaveLength(1);
  }
  expect((await document.get()).exists).toBe(false);
});

it('charges the reported usage of a call without a result, not its maximum', async () => {
  const usage = { textInputTokens: 328, imageInputTokens: 0, outputTokens: 52 };
  for (const kind of ['refused', 'broken-answer'] as const) {
    const failure = { kind, detail: '', usage };
    expect((await call({ one: failure })).answer).toEqual({ ...failure, cost: PRICED.cost });
  }
});

it('rests a limited key for every worker, as long as the provider says [D-providers.3]', async () => {
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

it('rests a limited key for half a minute by default', async () => {
  await call({ one: limited() });
  expect((await call({ one: MADE })).answer).toEqual({
    kind: 'no-key',
    retryAt: new Date(Date.now() + 30_000),
  });
});

it('never uses a rejected key again [D-providers.2]', async () => {
  expect((await call({ one: REJECTED })).answer).toEqual({ ...REJECTED, cost: 0 });
  passSeconds(40 * 86_400);
  expect((await call({ one: MADE })).answer).toEqual({ kind: 'no-key', retryAt: undefined });
});

it('tries the next key for an organization that is not verified, and says so until an image was made', async () => {
  const readProblem = async () => findKeyProblem(['one'], await readKeyStates(firestore, 'openai'));
  expect((await call({ one: UNVERIFIED })).answer).toEqual({ ...UNVERIFIED, cost: 0 });
  expect((await call({ one: UNVERIFIED, two: MADE })).answer).toEqual(PRICED);
  expect(await readProblem()).toBe('unverified');
  passSeconds(3);
  expect((await call({ one: MADE })).answer).toEqual(PRICED);
  expect(await readProblem()).toBeUndefined();
});

describe('checking for a usable key', () => {
  it('finds one while any key is usable', async () => {
    await call({ one: limited(60) });
    expect(await findKeyShortage(deps, 'openai', settings('one', 'two'))).toBeUndefined();
  });

  it('finds none until the first resting key is usable', async () => {
    await call({ one: limited(300), two: limited(60), three: REJECTED });
    expect(await findKeyShortage(deps, 'openai', settings('one', 'two', 'three'))).toEqual({
      kind: 'no-key',
      retryAt: new Date(Date.now() + 60_000),
    });
  });

  it('finds none for a provider without keys', async () => {
    expect(await findKeyShortage(deps, 'openai', settings())).toEqual({ kind: 'no-key', retryAt: undefined });
  });

  it('caches key states for two seconds, then reads what other workers noted', async () => {
    expect(await findKeyShortage(deps, 'openai', settings('one'))).toBeUndefined();
    await document.set({ keys: { [fingerprint('one')]: { outSince: new Date() } } });
    expect(await findKeyShortage(deps, 'openai', settings('one'))).toBeUndefined();
    passSeconds(2.1);
    expect(await findKeyShortage(deps, 'openai', settings('one'))).toBeDefined();
  });
});

it('spreads calls over the keys [D-providers.1]', async () => {
  const counts = new Map<string, number>();
  for (let made = 0; made < 300; made += 1) {
    const { used } = await call({ one: MADE, two: MADE, three: MADE });
    for (const key of used) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  expect(Math.min(...counts.values())).toBeGreaterThan(50);
  expect(counts.size).toBe(3);
});

it('stores nothing that reveals a key [D-providers.5]', async () => {
  await call({ 'sk-very-secret': REJECTED });
  const kept = JSON.stringify((await document.get()).data());
  expect(kept).toContain(fingerprint('sk-very-secret'));
  expect(kept).not.toContain('secret');
});

it('chooses one usable key by its fingerprint, and finds it again', async () => {
  await document.set({ keys: { [fingerprint('out')]: { outSince: new Date() } } });
  const pool = settings('out', 'good');
  const chosen = await chooseKey(deps, 'openai', pool);
  expect(chosen).toEqual({ kind: 'key', keyFingerprint: fingerprint('good') });
  expect(findAccess(pool, fingerprint('good'))).toMatchObject({ baseUrl: pool.baseUrl, apiKey: 'good' });
  expect(findAccess(pool, fingerprint('removed'))).toBeUndefined();
});

it('remembers what the answer to a single key says of it', async () => {
  const pool = settings('one');
  const access = findAccess(pool, fingerprint('one'));
  if (!access) throw new Error('There is no key.');
  await updateKey(deps, 'openai', access, MADE);
  expect(await chooseKey(deps, 'openai', pool)).toMatchObject({ kind: 'key' });
  await updateKey(deps, 'openai', access, limited(60));
  const retryAt = new Date(Date.now() + 60_000);
  expect(await chooseKey(deps, 'openai', pool)).toEqual({ kind: 'no-key', retryAt });
  passSeconds(61);
  expect(await chooseKey(deps, 'openai', pool)).toMatchObject({ kind: 'key' });
});

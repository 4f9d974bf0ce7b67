import { getSavings, getSpend, getSpendRoom } from '@portal/contracts/spend';
import { beforeEach, expect, it, vi } from 'vitest';
import { userReference } from '../identity/access-store.ts';
import { startFirestore } from '../providers/testing/start-firestore.ts';
import { startApi } from '../testing/start-api.ts';
import { toMicros } from './micros.ts';
import { addSpend, monthOf, monthReference } from './spend-store.ts';

const firestore = await startFirestore();
const MONTH = '2026-10';

beforeEach(async () => {
  await firestore.recursiveDelete(firestore.collection('spend'));
  await userReference(firestore, 'ada').set({ email: 'ada@studio.example', role: 'admin' });
  vi.stubEnv('MONTHLY_BUDGET_USD', '300');
});

async function add(
  tool: 'stylizer' | 'image-generator' | 'keyword-generator',
  owner: string,
  dollars: { spent?: number; reserved?: number; estimated?: number; saved?: number },
  { month = MONTH, now = '2026-11-02T12:00:00Z' } = {},
): Promise<void> {
  const writer = firestore.batch();
  vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] });
  const { spent = 0, reserved = 0, estimated = spent, saved = 0 } = dollars;
  addSpend(
    firestore,
    writer,
    month,
    { tool, owner },
    {
      spent: toMicros(spent),
      reserved: toMicros(reserved),
      estimated: toMicros(estimated),
      saved: toMicros(saved),
    },
  );
  vi.useRealTimers();
  await writer.commit();
}

async function describeMonth(accounts = ['ada', 'grace']): Promise<unknown> {
  const { call } = await startApi(accounts);
  return (await call('GET', getSpend.path.replace('{month}', MONTH), 'ada')).body;
}

it('adds up a month by tool and by person, the highest first', async () => {
  await add('stylizer', 'ada', { spent: 1, estimated: 1.5 });
  await add('image-generator', 'grace', { spent: 2.25, saved: 0.5 });
  await add('image-generator', 'deleted', { spent: 3, reserved: 0.75 });
  await add('keyword-generator', 'ada', { reserved: 0.25 });
  await add('stylizer', 'ada', { spent: 40 }, { month: '2026-09' });
  expect(await describeMonth()).toEqual({
    month: MONTH,
    dollars: 6.25,
    reserved: 1,
    saved: 0.5,
    budget: 300,
    byTool: [
      { tool: 'image-generator', dollars: 5.25, estimated: 5.25 },
      { tool: 'stylizer', dollars: 1, estimated: 1.5 },
    ],
    byPerson: [
      { uid: 'deleted', email: null, dollars: 3 },
      { uid: 'grace', email: 'grace@studio.example', dollars: 2.25 },
      { uid: 'ada', email: 'ada@studio.example', dollars: 1 },
    ],
    byDay: [{ day: '2026-10-31', dollars: 6.25 }],
  });
});

it('adds up each day in UTC, and counts what ends after its month on its last day', async () => {
  for (const [now, spent] of [
    ['2026-10-20T12:00:00Z', 4],
    ['2026-10-05T23:59:59Z', 1],
    ['2026-10-05T00:00:00Z', 0.5],
    ['2026-11-01T00:00:10Z', 2],
  ] as const) {
    await add('stylizer', 'ada', { spent }, { now });
  }
  expect(await describeMonth()).toMatchObject({
    byDay: [
      { day: '2026-10-05', dollars: 1.5 },
      { day: '2026-10-20', dollars: 4 },
      { day: '2026-10-31', dollars: 2 },
    ],
  });
});

it('lists neither what costs nothing in the end nor tools that no longer exist', async () => {
  await add('stylizer', 'ada', { spent: 1 });
  await add('stylizer', 'ada', { spent: -1 });
  await monthReference(firestore, MONTH)
    .collection('shards')
    .doc('x')
    .set({ spentByTool: { painter: toMicros(2) } });
  expect(await describeMonth()).toMatchObject({ byTool: [], byPerson: [] });
});

it('counts what older versions have written in dollars', async () => {
  await add('stylizer', 'ada', { spent: 1 });
  await monthReference(firestore, MONTH)
    .collection('shards')
    .doc('x')
    .set({ dollars: 0.25, byTool: { stylizer: 0.25 }, byPerson: { ada: 0.25 } });
  expect(await describeMonth()).toMatchObject({
    dollars: 1.25,
    byTool: [{ tool: 'stylizer', dollars: 1.25, estimated: 1.25 }],
    byPerson: [{ uid: 'ada', dollars: 1.25 }],
  });
});

it('lists the 1000 people with the highest cost, with their emails', async () => {
  const people = Array.from({ length: 1001 }, (_, index) => `person-${index}`);
  const spentByPerson = Object.fromEntries(people.map((uid, index) => [uid, toMicros(2000 - index)]));
  await monthReference(firestore, MONTH).collection('shards').doc('x').set({ spentByPerson });
  const listed = people.slice(0, 1000);
  expect(await describeMonth(['ada', ...people])).toMatchObject({
    byPerson: listed.map((uid, index) => ({
      uid,
      email: `${uid}@studio.example`,
      dollars: 2000 - index,
    })),
  });
});

it('writes nothing for a call that changes no amount', async () => {
  await add('stylizer', 'ada', {});
  expect((await monthReference(firestore, MONTH).collection('shards').get()).size).toBe(0);
  // The estimate alone is worth a record.
  await add('stylizer', 'ada', { estimated: 1 });
  expect((await monthReference(firestore, MONTH).collection('shards').get()).size).toBe(1);
});

it('answers what the caller has saved and may still spend this month', async () => {
  vi.stubEnv('CACHE_SECONDS', '0');
  const month = monthOf(new Date());
  await add('image-generator', 'ada', { spent: 1, saved: 1.5 }, { month });
  await add('image-generator', 'grace', { spent: 1, saved: 2 }, { month });
  const { call } = await startApi(['ada', 'grace', 'linus']);
  for (const [uid, dollars] of [
    ['ada', 1.5],
    ['grace', 2],
    ['linus', 0],
  ] as const) {
    expect((await call('GET', getSavings.path, uid)).body, uid).toEqual({ month, dollars });
    const studio = { left: 298, reserved: 0 };
    expect((await call('GET', getSpendRoom.path, uid)).body).toEqual({ month, person: null, studio });
  }
});

import type { Spend } from '@portal/contracts/spend';
import { afterAll, afterEach, expect, test } from 'vitest';
import { newEmail, signIn, signInAdmin } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { waitForIdle } from '../support/batches.ts';
import { firestore } from '../support/firestore.ts';
import { oneJobOfEach, resetTools, waitForRuns } from '../support/jobs.ts';
import { setLatency } from '../support/sandbox.ts';
import { readSpend, spendPathOf } from '../support/spend.ts';
import { waitForCaches } from '../support/wait-for-caches.ts';

/** No other test spends anything in this month. */
const OTHER_MONTH = '2031-01';
const budget = firestore.doc('settings/budget');
const shards = firestore.collection(`spend/${OTHER_MONTH}/shards`);

afterEach(async () => {
  if ((await budget.get()).exists) {
    await budget.delete();
    await waitForCaches();
  }
});
afterAll(async () => {
  await resetTools();
  for (const { ref } of (await shards.get()).docs) await ref.delete();
});

const ofTool = ({ byTool }: Spend, tool: string) => byTool.find((each) => each.tool === tool)?.dollars ?? 0;

test('adds batch costs to the month, by tool and by person', async () => {
  await setLatency(0);
  const people = [await signIn(newEmail()), await signIn(newEmail())] as const;
  await waitForIdle();
  const before = await readSpend();
  const costs: { uid: string; tool: string; cost: number }[] = [];
  for (const [index, job] of [
    oneJobOfEach.generator,
    oneJobOfEach.stylizer,
    oneJobOfEach.keywords,
  ].entries()) {
    const person = people[index % 2] ?? people[0];
    const { start } = await job.prepare('paid for', 2);
    const id = await start(person);
    const batch = (await waitForRuns(person, [{ job, id }])).get(id);
    costs.push({ uid: person.uid, tool: job.tool, cost: batch?.cost ?? 0 });
  }
  const after = await readSpend();
  const all = costs.reduce((sum, { cost }) => sum + cost, 0);
  expect(all).toBeGreaterThan(0);
  expect(after.dollars - before.dollars).toBeCloseTo(all, 5);
  for (const { tool, cost } of costs) {
    expect(ofTool(after, tool) - ofTool(before, tool)).toBeCloseTo(cost, 5);
  }
  for (const { uid, email } of people) {
    const own = costs.reduce((sum, each) => sum + (each.uid === uid ? each.cost : 0), 0);
    expect(after.byPerson.find((each) => each.uid === uid)).toEqual({
      uid,
      email,
      dollars: expect.closeTo(own, 5),
    });
  }
  expect(after.byTool.map(({ dollars }) => dollars)).toEqual(
    after.byTool.map(({ dollars }) => dollars).toSorted((one, other) => other - one),
  );
});

test('lists the largest amounts first, reserves, and deleted accounts without email', async () => {
  const artist = await signIn(newEmail());
  await shards.doc('0').set({
    spent: 1_100_000,
    reserved: 250_000,
    saved: 400_000,
    spentByTool: { stylizer: 300_000, 'image-generator': 800_000 },
    overestimateByTool: { stylizer: 50_000 },
    spentByPerson: { gone: 900_000, [artist.uid]: 200_000 },
  });
  await shards.doc('7').set({
    spent: 500_000,
    reserved: -50_000,
    spentByTool: { stylizer: 600_000, 'image-generator': -100_000, 'keyword-generator': 0 },
    spentByPerson: { [artist.uid]: 500_000 },
  });
  expect(await readSpend(OTHER_MONTH)).toEqual({
    month: OTHER_MONTH,
    dollars: 1.6,
    saved: 0.4,
    reserved: 0.2,
    budget: null,
    byTool: [
      { tool: 'stylizer', dollars: 0.9, estimated: 0.95 },
      { tool: 'image-generator', dollars: 0.7, estimated: 0.7 },
    ],
    byPerson: [
      { uid: 'gone', email: null, dollars: 0.9 },
      { uid: artist.uid, email: artist.email, dollars: 0.7 },
    ],
  });
});

test('still counts amounts that were stored in dollars', async () => {
  await shards.doc('0').set({
    dollars: 1.1000000001,
    byTool: { stylizer: 0.3, 'image-generator': 0.8000000001 },
    byPerson: { gone: 0.9, another: 0.2000000001 },
    spent: 600_000,
    reserved: 0,
    spentByTool: { stylizer: 600_000 },
    spentByPerson: { gone: 600_000 },
  });
  await shards.doc('7').delete();
  expect(await readSpend(OTHER_MONTH)).toMatchObject({
    dollars: 1.7,
    byTool: [
      { tool: 'stylizer', dollars: 0.9 },
      { tool: 'image-generator', dollars: 0.8 },
    ],
    byPerson: [
      { uid: 'gone', dollars: 1.5 },
      { uid: 'another', dollars: 0.2 },
    ],
  });
});

test('returns the budget that an admin has set', async () => {
  await budget.set({ monthlyDollars: 120.5 });
  await expect.poll(async () => (await readSpend()).budget, { timeout: 45_000, interval: 500 }).toBe(120.5);
});

test('returns zero for a month without calls', async () => {
  expect(await readSpend('2020-02')).toMatchObject({ dollars: 0, byTool: [], byPerson: [] });
});

test.each(['2026-13', '2026-1', '1999-12', 'now', '2026-11-01'])('rejects the month %s', async (month) => {
  const { status, body } = await callApi('GET', spendPathOf(month), { as: await signInAdmin() });
  expect({ status, body }).toMatchObject({ status: 400, body: { details: [{ path: 'month' }] } });
});

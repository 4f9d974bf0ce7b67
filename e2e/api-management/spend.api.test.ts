import type { Spend } from '@portal/contracts/spend';
import { afterAll, expect, test } from 'vitest';
import { newEmail, signIn, signInAdmin } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { waitForIdle } from '../support/batches.ts';
import { oneCaseOfEach, resetTools, waitForRuns } from '../support/tool-cases.ts';
import { setLatency } from '../support/sandbox.ts';
import { readSpend, spendPathOf } from '../support/spend.ts';

afterAll(resetTools);

const ofTool = ({ byTool }: Spend, tool: string) => byTool.find((each) => each.tool === tool)?.dollars ?? 0;

test('adds batch costs to the month, by tool and by person', async () => {
  await setLatency(0);
  const people = [await signIn(newEmail()), await signIn(newEmail())] as const;
  await waitForIdle();
  const before = await readSpend();
  const costs: { uid: string; tool: string; cost: number }[] = [];
  for (const [index, toolCase] of [
    oneCaseOfEach.generator,
    oneCaseOfEach.stylizer,
    oneCaseOfEach.keywords,
  ].entries()) {
    const person = people[index % 2] ?? people[0];
    const { start } = await toolCase.prepare('paid for', 2);
    const id = await start(person);
    const batch = (await waitForRuns(person, [{ toolCase, id }])).get(id);
    costs.push({ uid: person.uid, tool: toolCase.tool, cost: batch?.cost ?? 0 });
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

test.each(['2026-13', '2026-1', '1999-12', 'now', '2026-11-01'])('rejects the month %s', async (month) => {
  const { status, body } = await callApi('GET', spendPathOf(month), { as: await signInAdmin() });
  expect({ status, body }).toMatchObject({ status: 400, body: { details: [{ path: 'month' }] } });
});

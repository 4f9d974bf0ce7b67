/** People submit their batches and watch them, until all have ended. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '../support/accounts.ts';
import { resetTools, setTool } from '../support/jobs.ts';
import { countByProvider } from '../support/sandbox.ts';
import type { Sample } from './figures.ts';
import { killProcesses, type Kill } from './kill-processes.ts';
import { openPage } from './open-page.ts';
import type { PlannedKill, Submission } from './plan-phase.ts';
import { settle, type Settled } from './settle.ts';
import { submit, TOOLS, type Submitted } from './submit.ts';

/** Pages are opened one after the other within this time. */
const OPENING_MS = 5000;

export interface Plan {
  name: string;
  phaseMs: number;
  submissions: readonly Submission[];
  kills: readonly PlannedKill[];
  starters: Readonly<Record<string, () => Promise<unknown>>>;
}

export interface Phase {
  name: string;
  isDisturbed: boolean;
  polls: readonly Sample[];
  submitted: readonly Submitted[];
  kills: readonly Kill[];
  settled: Settled;
  /** By provider, of this phase. */
  paid: Readonly<Record<string, number>>;
}

/** In the second half, the other providers get the work that the studio's settings decide about. */
async function switchTools(atMs: number): Promise<void> {
  await sleep(atMs);
  await setTool('stylizerProvider', 'google');
  await setTool('keywordProvider', 'google');
  await setTool('upscaleEngine', 'cloudinary');
}

const countPaid = async (): Promise<Record<string, number>> =>
  Object.fromEntries(Object.entries(await countByProvider()).map(([provider, { paid }]) => [provider, paid]));

export async function runPhase(people: readonly Account[], plan: Plan): Promise<Phase> {
  const before = await countPaid();
  const polls: Sample[] = [];
  const pages = await Promise.all(
    people.map(async (as, index) => {
      await sleep((index / people.length) * OPENING_MS);
      return openPage(as, (sample) => polls.push(sample));
    }),
  );
  const sending = Promise.all(
    plan.submissions.map(async (submission) => {
      await sleep(submission.atMs);
      const as = people[submission.person];
      if (!as) throw new Error(`There is no person ${submission.person}.`);
      const submitted = await submit(as, submission);
      pages[submission.person]?.show(TOOLS[submission.work.kind]);
      return submitted;
    }),
  );
  const [submitted, kills] = await Promise.all([
    sending,
    killProcesses({ plan: plan.kills, starters: plan.starters }),
    switchTools(plan.phaseMs / 2),
  ]);
  const settled = await settle();
  await Promise.all(pages.map((page) => page.close()));
  await resetTools();
  const paid = await countPaid();
  for (const [provider, count] of Object.entries(before)) paid[provider] = (paid[provider] ?? 0) - count;
  return { name: plan.name, isDisturbed: plan.kills.length > 0, polls, submitted, kills, settled, paid };
}

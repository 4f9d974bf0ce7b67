/** People submit their batches and watch them, until all have ended. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '../support/accounts.ts';
import { resetTools, setTool } from '../support/tool-cases.ts';
import { control, countByProvider } from '../support/sandbox.ts';
import type { Sample } from './figures.ts';
import { makeWorkSource, type makeStarters } from './give-work.ts';
import { killMissing, killProcesses, type Kill } from './kill-processes.ts';
import { openPage } from './open-page.ts';
import type { PlannedKill, Submission, Work } from './plan-phase.ts';
import type { Random } from './random.ts';
import { settle, type Settled } from './settle.ts';
import { submit, TOOLS, type Submitted } from './submit.ts';

/** Pages are opened one after the other within this time. */
const OPENING_MS = 5000;
export const PROVIDER_MS = 1500;
/** Of a batch that is sent to give a process work. */
const MORE_PICTURES = 2;

export interface Plan {
  name: string;
  phaseMs: number;
  submissions: readonly Submission[];
  /** Undefined if nothing is killed. */
  disturbance?: Disturbance;
}

interface Disturbance {
  plan: readonly PlannedKill[];
  /** Each is killed so often, if need be with work of its own after the plan. */
  targets: readonly string[];
  kills: number;
  starters: ReturnType<typeof makeStarters>;
  random: Random;
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

/** Slow enough to be killed meanwhile. */
export const slowDownStorage = (ms: number) => control('POST', 'latency', { provider: 'cloudinary', ms });

export async function runPhase(people: readonly Account[], plan: Plan): Promise<Phase> {
  const { disturbance } = plan;
  const before = await countPaid();
  const polls: Sample[] = [];
  const pages = await Promise.all(
    people.map(async (as, index) => {
      await sleep((index / people.length) * OPENING_MS);
      return openPage(as, (sample) => polls.push(sample));
    }),
  );
  const submitAs = async (submission: Submission): Promise<Submitted> => {
    const as = people[submission.person];
    if (!as) throw new Error(`There is no person ${submission.person}.`);
    const submitted = await submit(as, submission);
    pages[submission.person]?.show(TOOLS[submission.work.kind]);
    return submitted;
  };
  const sending = Promise.all(
    plan.submissions.map(async (submission) => {
      await sleep(submission.atMs);
      return submitAs(submission);
    }),
  );
  const [submitted, kills] = await Promise.all([
    sending,
    disturbance ? killProcesses(disturbance) : new Array<Kill>(),
    switchTools(plan.phaseMs / 2),
  ]);
  if (disturbance) {
    const more: Promise<Submitted>[] = [];
    const submitMore = (work: Work) => {
      const person = more.length % people.length;
      const key = `${plan.name}-more-${more.length}`;
      const sent = submitAs({ key, person, atMs: 0, work, quantity: MORE_PICTURES });
      more.push(sent);
      return sent;
    };
    await slowDownStorage(PROVIDER_MS);
    const source = makeWorkSource(disturbance.starters, submitMore);
    kills.push(...(await killMissing({ ...disturbance, killed: kills, source })));
    submitted.push(...(await Promise.all(more)));
    await slowDownStorage(0);
  }
  const settled = await settle();
  await Promise.all(pages.map((page) => page.close()));
  await resetTools();
  const paid = await countPaid();
  for (const [provider, count] of Object.entries(before)) paid[provider] = (paid[provider] ?? 0) - count;
  return { name: plan.name, isDisturbed: disturbance !== undefined, polls, submitted, kills, settled, paid };
}

/** Kills the processes of functions while they have work. */
import { setTimeout as sleep } from 'node:timers/promises';
import { killFunction } from '../support/function-processes.ts';
import { readQueues, type Queues } from '../support/queues.ts';
import type { GivenWork, WorkSource } from './give-work.ts';
import { MAX_WORK_MS, type PlannedKill } from './plan-phase.ts';
import type { Random } from './random.ts';

const LOOK_EVERY_MS = 100;
/** For a process to begin with work that it was given. */
const BEGIN_WITHIN_MS = 60_000;
/** For each kill that is missing. */
const MAX_TRIES = 3;

/** One look for all that wait; undefined if it fails, as on a machine with too much to do. */
function watchQueues(): () => Promise<Queues | undefined> {
  let lookedAt = 0;
  let look: Promise<Queues | undefined>;
  return () => {
    if (Date.now() - lookedAt >= LOOK_EVERY_MS) {
      lookedAt = Date.now();
      look = readQueues().catch(() => undefined);
    }
    return look;
  };
}

/** Without a queue, it can be called at any time. */
const hasWork = (queues: Queues | undefined, name: string): boolean =>
  queues !== undefined && (queues.get(name) ?? 1) > 0;

export interface Kill {
  process: string;
  /** Milliseconds after the start of the phase. */
  atMs: number;
}

interface Options {
  plan: readonly PlannedKill[];
  /** Gives a process work that people rarely ask for. */
  starters: Readonly<Record<string, () => Promise<unknown>>>;
}

/** Returns those that were killed: a process that had no work in its time is left alone. */
export async function killProcesses({ plan, starters }: Options): Promise<Kill[]> {
  const look = watchQueues();
  const startedAt = Date.now();
  const passed = () => Date.now() - startedAt;
  const killed = await Promise.all(
    plan.map(async ({ process: name, fromMs, untilMs, workMs }): Promise<Kill[]> => {
      await sleep(fromMs);
      if (starters[name]) {
        // It is killed before it answers.
        void starters[name]().catch(() => undefined);
        await sleep(workMs);
      }
      while (passed() < untilMs) {
        if (hasWork(await look(), name) && (await killFunction(name)) > 0) {
          return [{ process: name, atMs: passed() }];
        }
        await sleep(LOOK_EVERY_MS);
      }
      return [];
    }),
  );
  return killed.flat();
}

interface Missing {
  targets: readonly string[];
  /** How often each is to be killed. */
  kills: number;
  killed: readonly Kill[];
  source: WorkSource;
  random: Random;
}

/** Processes that had too little work in the plan get some, until each was killed often enough. Returns these kills. */
export async function killMissing({ targets, kills, killed, source, random }: Missing): Promise<Kill[]> {
  const startedAt = Date.now();
  const more: Kill[] = [];
  const count = (name: string) => [...killed, ...more].filter((kill) => kill.process === name).length;
  for (const name of targets) {
    const maxTries = (kills - count(name)) * MAX_TRIES;
    for (let tries = 0; count(name) < kills && tries < maxTries; tries += 1) {
      if (await killAtWork(name, source[name], random.next() * MAX_WORK_MS)) {
        more.push({ process: name, atMs: Date.now() - startedAt });
      }
    }
  }
  return more;
}

/** Returns whether it began with the work in time. */
async function killAtWork(name: string, work: GivenWork | undefined, workMs: number): Promise<boolean> {
  const look = watchQueues();
  const giveUpAt = Date.now() + BEGIN_WITHIN_MS;
  await work?.prepare?.();
  const started = work?.start().catch(() => undefined);
  const hasBegun = work?.hasBegun ?? (async () => hasWork(await look(), name));
  try {
    while (Date.now() < giveUpAt) {
      if (await hasBegun()) {
        await sleep(workMs);
        if ((await killFunction(name)) > 0) return true;
      }
      await sleep(LOOK_EVERY_MS);
    }
    return false;
  } finally {
    await work?.end?.();
    // What it sends must be known before the run is checked. A call of a killed process may have no answer.
    await Promise.race([started, sleep(BEGIN_WITHIN_MS, undefined, { ref: false })]);
  }
}

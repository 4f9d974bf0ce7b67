/** Kills the processes of functions while they have work. */
import { setTimeout as sleep } from 'node:timers/promises';
import { upscaleCalls } from '@portal/contracts/upscale';
import { z } from 'zod';
import { config } from '../config.ts';
import type { Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { listFunctionProcesses } from '../support/function-processes.ts';
import { runNightly, runSweep } from '../support/storage-cleanup.ts';
import type { PlannedKill } from './plan-phase.ts';

const LOOK_EVERY_MS = 100;
const BackendsSchema = z.object({
  backends: z.array(z.object({ functionTriggers: z.array(z.object({ name: z.string() })) })),
});
const QueuesSchema = z.object({
  queues: z.array(z.object({ name: z.string(), stats: z.object({ tasksCount: z.coerce.number() }) })),
});

/** All functions of the portal. */
export async function listFunctions(): Promise<string[]> {
  const answer = await fetch(new URL('/backends', config.functionsUrl));
  const { backends } = BackendsSchema.parse(await answer.json());
  return backends.flatMap(({ functionTriggers }) => functionTriggers.map(({ name }) => name));
}

type Queues = ReadonlyMap<string, number>;

/** Tasks by queue, with those in progress. */
async function readQueues(): Promise<Queues> {
  const path = `/v2beta3/projects/${config.projectId}/locations/us-central1/queues?readMask=name,stats`;
  const answer = await fetch(config.sandboxUrl + path, { headers: { authorization: 'Bearer any' } });
  const { queues } = QueuesSchema.parse(await answer.json());
  return new Map(queues.map(({ name, stats }) => [name.slice(name.lastIndexOf('/') + 1), stats.tasksCount]));
}

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
        if (hasWork(await look(), name) && killAny(name)) return [{ process: name, atMs: passed() }];
        await sleep(LOOK_EVERY_MS);
      }
      return [];
    }),
  );
  return killed.flat();
}

function killAny(name: string): boolean {
  const found = listFunctionProcesses().filter((each) => each.name === name);
  for (const { pid } of found) process.kill(pid, 'SIGKILL');
  return found.length > 0;
}

/** Batches of this person can be deleted. */
export const makeStarters = (as: Account, removable: readonly string[]): Options['starters'] => {
  const left = [...removable];
  return {
    sweepBatches: runSweep,
    cleanup: () => runNightly(),
    cleanupPages: () => runNightly(),
    removeBatchFiles: () =>
      callApi('DELETE', upscaleCalls.remove.path.replace('{id}', left.shift() ?? ''), { as }),
  };
};

/** The memory of the portal's processes while it runs. There are no samples where it cannot be measured. */
import { setTimeout as sleep } from 'node:timers/promises';
import { config } from '../config.ts';
import { listFunctionProcesses } from '../support/function-processes.ts';
import { canMeasureMemory, listProcesses, readMemory } from '../support/process-memory.ts';
import type { MemorySample } from './figures.ts';

const EVERY_MS = 5000;
const SCHEDULES = new Set(['sweepBatches', 'cleanup']);

const sortFunction = (name: string): string => {
  if (name === 'api') return 'api';
  return SCHEDULES.has(name) ? 'schedules' : `worker ${name}`;
};

const portOf = (address: string) => new URL(address).port;

/** The stand-ins for Google's services and the providers, which are no part of the product. */
const STAND_INS: Record<string, string> = {
  [portOf(config.sandboxUrl)]: 'stand-in providers',
  [portOf(`http://${config.firestoreAddress}`)]: 'stand-in Firestore',
};

async function measure(): Promise<Record<string, number>> {
  const functions = new Map(
    (await listFunctionProcesses()).map(({ pid, name }) => [pid, sortFunction(name)]),
  );
  const processes = listProcesses();
  // The CLI leads the group of the functions' processes.
  const groups = new Set(processes.filter(({ pid }) => functions.has(pid)).map(({ group }) => group));
  const sums: Record<string, number> = {};
  for (const { pid, command } of processes) {
    const [, port = ''] = / --port[ =](\d+)/.exec(command) ?? [];
    const kind = functions.get(pid) ?? (groups.has(pid) ? 'stand-in Firebase emulators' : STAND_INS[port]);
    if (kind !== undefined) sums[kind] = (sums[kind] ?? 0) + readMemory(pid, 'VmRSS');
  }
  return sums;
}

export function watchMemory() {
  const startedAt = Date.now();
  const samples: MemorySample[] = [];
  const stopped = new AbortController();
  const watching = (async () => {
    if (!canMeasureMemory) return;
    while (!stopped.signal.aborted) {
      samples.push({ atMs: Date.now() - startedAt, megabytes: await measure() });
      await sleep(EVERY_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  })();
  return {
    async stop(): Promise<readonly MemorySample[]> {
      stopped.abort();
      await watching;
      return samples;
    },
  };
}

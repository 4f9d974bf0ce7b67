/** The largest memory that the portal's functions have taken, from Linux' /proc. */
import { readFileSync, writeFileSync } from 'node:fs';
import { listFunctionProcesses } from './function-processes.ts';

/** From now on, by setting each process's peak to its present memory. */
export function resetPeaks(): void {
  for (const { pid } of listFunctionProcesses()) writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** MiB by function. */
export const readPeaks = (): Record<string, number> =>
  Object.fromEntries(
    listFunctionProcesses().map(({ pid, name }) => {
      const [, kibibytes = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
      return [name, Math.round(Number(kibibytes) / 1024)];
    }),
  );

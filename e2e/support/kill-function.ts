import { expect } from 'vitest';
import { listFunctionProcesses, SHARED_PROCESS } from './function-processes.ts';

/** Kills the process that serves one of this portal's functions, as in a crash. It must run. */
export function killFunction(name: string): void {
  const all = listFunctionProcesses();
  const own = all.filter((each) => each.name === name);
  const found = own.length > 0 ? own : all.filter((each) => each.name === SHARED_PROCESS);
  expect(found).toHaveLength(1);
  for (const { pid } of found) process.kill(pid, 'SIGKILL');
}

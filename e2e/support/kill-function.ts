import { expect } from 'vitest';
import { listFunctionProcesses } from './function-processes.ts';

/** Kills the process of one of this portal's functions, as in a crash. It must run. */
export function killFunction(name: string): void {
  const found = listFunctionProcesses().filter((each) => each.name === name);
  expect(found).toHaveLength(1);
  for (const { pid } of found) process.kill(pid, 'SIGKILL');
}

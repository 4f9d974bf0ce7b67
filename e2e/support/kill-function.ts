import { expect } from 'vitest';
import { listFunctionProcesses, SHARED_PROCESS } from './function-processes.ts';

/** Kills the process that serves the API or a queue, as in a crash. It must run. */
export function killFunction(name: string): void {
  const names = name === 'api' ? [name] : [name, SHARED_PROCESS];
  const found = listFunctionProcesses().filter((each) => names.includes(each.name));
  expect(found).toHaveLength(1);
  for (const { pid } of found) process.kill(pid, 'SIGKILL');
}

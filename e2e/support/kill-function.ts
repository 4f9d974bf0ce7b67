import { execFileSync } from 'node:child_process';
import { expect } from 'vitest';
import { config } from '../config.ts';

/** The running processes of this portal's functions. */
export function listFunctionProcesses(): { pid: number; name: string }[] {
  const processes = execFileSync('ps', ['axeww', '-o', 'pid=,command='], {
    encoding: 'utf8',
    maxBuffer: Infinity,
  }).split('\n');
  return processes.flatMap((line) => {
    const [, name] = / FUNCTION_TARGET=(\S+) /.exec(line) ?? [];
    const isOurs = line.includes(` FIRESTORE_EMULATOR_HOST=${config.firestoreAddress} `);
    return name !== undefined && isOurs ? [{ pid: Number.parseInt(line, 10), name }] : [];
  });
}

/** Kills the process of one of this portal's functions, as in a crash. It must run. */
export function killFunction(name: string): void {
  const found = listFunctionProcesses().filter((each) => each.name === name);
  expect(found).toHaveLength(1);
  process.kill(found[0]?.pid ?? Number.NaN, 'SIGKILL');
}

import { execFileSync } from 'node:child_process';
import { expect } from 'vitest';
import { config } from '../config.ts';

/** Kills the process of one of this portal's functions, as in a crash. It must run. */
export function killFunction(name: string): void {
  const processes = execFileSync('ps', ['axeww', '-o', 'pid=,command='], { encoding: 'utf8' }).split('\n');
  const found = processes.filter(
    (line) =>
      line.includes(` FUNCTION_TARGET=${name} `) &&
      line.includes(` FIRESTORE_EMULATOR_HOST=${config.firestoreAddress} `),
  );
  expect(found).toHaveLength(1);
  process.kill(Number.parseInt(found[0] ?? '', 10), 'SIGKILL');
}

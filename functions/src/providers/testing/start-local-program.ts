import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll } from 'vitest';

const LOCAL = join(import.meta.dirname, '../../../../local');

/**
 * Starts a program that functions may not import, and returns the address in its first line of output. It stops after the
 * tests of the file.
 */
export async function startLocalProgram(entry: string, args: readonly string[]): Promise<string> {
  const program = spawn(
    process.execPath,
    ['--import', join(LOCAL, 'exit-with-parent.mjs'), resolve(LOCAL, entry), '--port', '0', ...args],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  afterAll(() => {
    program.kill();
  });
  const line = String(await once(createInterface(program.stdout), 'line'));
  return line.slice(line.lastIndexOf(' ') + 1);
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll } from 'vitest';

const LOCAL = join(import.meta.dirname, '../../../../local');

/** Starts a program that functions may not import, and returns its address. It stops after the tests of the file. */
export async function startLocalProgram(entry: string, args: readonly string[]): Promise<string> {
  const { url, stop } = await keepLocalProgram(entry, args);
  afterAll(stop);
  return url;
}

/** It stops with this process. */
export async function keepLocalProgram(
  entry: string,
  args: readonly string[],
): Promise<{ url: string; stop: () => void }> {
  const program = spawn(
    process.execPath,
    ['--import', join(LOCAL, 'exit-with-parent.mjs'), resolve(LOCAL, entry), '--port', '0', ...args],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const line = String(await once(createInterface(program.stdout), 'line'));
  return { url: line.slice(line.lastIndexOf(' ') + 1), stop: () => void program.kill() };
}

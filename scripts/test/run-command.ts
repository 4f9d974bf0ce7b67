import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';

export const repositoryRoot = join(import.meta.dirname, '../..');

export interface CommandOutcome {
  exitCode: number;
  output: string;
}

/** Runs a program of node_modules/.bin under this Node; `live` also shows its output as it comes. */
export function runCommand(
  program: string,
  args: readonly string[],
  options: { live?: boolean; env?: Record<string, string> } = {},
): Promise<CommandOutcome> {
  const binaries = [join(process.execPath, '..'), join(repositoryRoot, 'node_modules/.bin')];
  // oxlint-disable-next-line no-process-env -- a child gets what this process has, with our programs first.
  const inherited = process.env;
  const child = spawn(program, args, {
    cwd: repositoryRoot,
    env: { ...inherited, ...options.env, PATH: [...binaries, inherited['PATH']].join(delimiter) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (options.live) process.stdout.write(text);
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode: exitCode ?? 1, output }));
  });
}

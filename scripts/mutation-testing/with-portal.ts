import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

/** Runs a task against a portal of the instrumented copy. `env` has its addresses, for e2e/config.ts. */
export async function withPortal<T>(
  copy: string,
  run: (env: Record<string, string>) => Promise<T>,
): Promise<T> {
  const envFile = join(copy, '.build/mutation-portal.json');
  mkdirSync(join(copy, '.build'), { recursive: true });
  rmSync(envFile, { force: true });
  const program = join(copy, 'scripts/mutation-testing/portal-main.ts');
  const exitWithParent = join(copy, 'local/exit-with-parent.mjs');
  const portal = spawn(process.execPath, ['--import', exitWithParent, program, envFile], {
    cwd: copy,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const ended = once(portal, 'exit');
  try {
    while (!existsSync(envFile)) {
      if (portal.exitCode !== null) throw new Error('The portal did not start.');
      await sleep(500);
    }
    return await run(z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(envFile, 'utf8'))));
  } finally {
    portal.stdin.end();
    await ended;
  }
}

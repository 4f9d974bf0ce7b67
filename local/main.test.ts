import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { answers } from './ports.ts';
import { findRunning } from './running-portal.ts';
import { repositoryRoot } from './start-local-portal.ts';

const dataFolder = mkdtempSync(join(tmpdir(), 'portal-data-'));
afterAll(() => rmSync(dataFolder, { recursive: true }));

/** `npm start` on free ports, and what it printed when it was ready. */
async function start(...options: string[]) {
  const child = spawn(
    process.execPath,
    ['local/bootstrap.mjs', 'local/main.ts', '--ports', 'auto', '--data-dir', dataFolder, ...options],
    { cwd: repositoryRoot, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const exitCode = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let output = '';
  const isReady = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      output += String(chunk);
      if (output.includes('Ctrl-C stops the portal')) resolve();
    });
  });
  await Promise.race([isReady, exitCode]);
  const running = await findRunning(dataFolder);
  if (!running) throw new Error(output);
  return { child, output, running, exitCode };
}

async function waitUntilClosed(...urls: string[]): Promise<void> {
  while ((await Promise.all(urls.map((url) => answers(Number(new URL(url).port))))).includes(true))
    await sleep(100);
}

describe('npm start', () => {
  it('prints a working address and the accounts; SIGINT stops everything', async () => {
    const { child, output, running, exitCode } = await start();
    expect(output).toContain(running.hostingUrl);
    expect(output).toMatch(/admin@studio\.example +an admin/);
    expect((await fetch(running.hostingUrl)).status).toBe(200);
    child.kill('SIGINT');
    expect(await exitCode).toBe(0);
    await waitUntilClosed(running.hostingUrl, running.functionsUrl);
    expect(await findRunning(dataFolder)).toBeUndefined();
  });

  it('leaves no process behind after kill -9, and starts again', async () => {
    const { child, running } = await start('--no-build');
    child.kill('SIGKILL');
    process.kill(running.processId, 'SIGKILL');
    await waitUntilClosed(running.hostingUrl, running.functionsUrl);
    const again = await start('--no-build');
    expect((await fetch(again.running.hostingUrl)).status).toBe(200);
    again.child.kill('SIGTERM');
    expect(await again.exitCode).toBe(0);
  });

  it('names an unknown argument', async () => {
    const child = spawn(process.execPath, ['local/bootstrap.mjs', 'local/main.ts', '--prot-offset', '3'], {
      cwd: repositoryRoot,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exitCode = new Promise<number | null>((resolve) => child.once('exit', resolve));
    let output = '';
    for await (const chunk of child.stdout) output += String(chunk);
    expect(output).toContain('--port-offset N');
    expect(await exitCode).toBe(1);
  });
});

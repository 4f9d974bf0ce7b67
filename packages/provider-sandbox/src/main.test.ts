import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeDataFolder } from './testing.ts';

describe('main', () => {
  it('prints its URL and exits on SIGTERM', async () => {
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, 'main.ts'), '--data-dir', makeDataFolder(), '--latency-ms', '0'],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = await once(child.stdout, 'data');
    const [, url] = /^Sandbox is at (\S+)\n$/.exec(String(line)) ?? [];
    expect((await fetch(`${url}/control/calls`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});

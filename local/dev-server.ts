import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { config } from './config.ts';

/** Where Vite looks first; it takes the next free port. */
const PORT = 5173;

/** Vite's dev server for the pages of a running portal, with hot reload. */
export async function startDevServer(
  root: string,
  portalUrl: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  const child = spawn(
    process.execPath,
    [
      join(root, 'node_modules/vite/bin/vite.js'),
      ...['--host', '127.0.0.1', '--port', String(PORT), '--mode', 'localhost', '--clearScreen', 'false'],
    ],
    {
      cwd: join(root, 'web'),
      env: { ...config.inheritedEnvironment, PORTAL_ORIGIN: portalUrl },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let output = '';
  let isReady = false;
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        if (isReady) process.stdout.write(text);
        else output += text;
        const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(stripVTControlCharacters(output)) ?? [];
        if (found === undefined) return;
        isReady = true;
        resolve(found);
      });
    }
    child.once('exit', () => reject(new Error(`Vite did not start.\n\n${output}`)));
  });
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The three servers to compare, each started as a process on a port. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findGoogleEmulator } from '@portal/firestore-emulator/testing/find-google-emulator';
import { findFreePorts, listGoogleArguments } from '@portal/firestore-emulator/testing/start-emulator';

interface Command {
  program: string;
  args: (port: number, dataFolder: string, sparePort: number) => string[];
}

const node = process.execPath;
const here = import.meta.dirname;
const google = findGoogleEmulator();

export const SERVERS: Record<string, Command> = {
  embedded: {
    program: node,
    args: (port, data) => [
      join(here, '../../.build/local/firestore.mjs'),
      '--host=127.0.0.1',
      `--port=${port}`,
      `--data-dir=${data}`,
    ],
  },
  ...(google && {
    google: {
      program: google.java,
      args: (port: number, _data: string, spare: number) => listGoogleArguments(google.jar, port, spare),
    },
  }),
  '@firestore-emulator/server': {
    program: node,
    args: (port) => [join(here, 'npm-firestore-main.ts'), String(port)],
  },
};

export interface MeasuredServer {
  address: string;
  readyAfterMs: number;
  residentMegabytes: () => number;
  stop: () => Promise<void>;
}

export async function startMeasured({ program, args }: Command): Promise<MeasuredServer> {
  const [port, sparePort] = await findFreePorts();
  const dataFolder = await mkdtemp(join(tmpdir(), 'firestore-bench-'));
  const startedAt = performance.now();
  const child = spawn(program, args(port, dataFolder, sparePort), { stdio: 'ignore' });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  while (!(await accepts(port))) {
    if (child.exitCode !== null)
      throw new Error(`${program} ended with ${child.exitCode} before it answered.`);
    await sleep(5);
  }
  return {
    address: `127.0.0.1:${port}`,
    readyAfterMs: performance.now() - startedAt,
    residentMegabytes: () => residentMegabytes(child.pid),
    stop: async () => {
      child.kill('SIGKILL');
      await gone;
      await rm(dataFolder, { recursive: true });
    },
  };
}

/** Linux only; elsewhere memory is not shown. */
function residentMegabytes(processId: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${processId}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

async function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Starts our emulator or Google's as a process on a free port. */
import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findGoogleEmulator } from './find-google-emulator.ts';

export interface RunningServer {
  address: string;
  host: string;
  port: number;
  stop: () => Promise<void>;
}

const HOST = '127.0.0.1';
const GOOGLE_MAIN_CLASS = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore';
const emulatorProgram = join(import.meta.dirname, '../src/main.ts');

export async function startEmulator(): Promise<RunningServer> {
  const [port] = await findFreePorts();
  return startServer(port, process.execPath, [emulatorProgram, '--host', HOST, '--port', String(port)]);
}

export async function startGoogleEmulator(): Promise<RunningServer> {
  const google = findGoogleEmulator();
  if (google === undefined) throw new Error("Google's Firestore emulator is not installed.");
  const [port, websocketPort] = await findFreePorts();
  return startServer(port, google.java, listGoogleArguments(google.jar, port, websocketPort));
}

/** Without `--websocket_port`, Google's emulator may choose the very port it was given for everything else. */
const listGoogleArguments = (jar: string, port: number, websocketPort: number): string[] => [
  ...listGoogleMain(jar),
  ...[`--host=${HOST}`, `--port=${port}`, `--websocket_port=${websocketPort}`],
];

/** Its archive names no main class. */
export const listGoogleMain = (jar: string): string[] => [
  '-Duser.language=en',
  '-cp',
  jar,
  GOOGLE_MAIN_CLASS,
];

async function startServer(
  port: number,
  command: string,
  commandArguments: string[],
): Promise<RunningServer> {
  const child = spawn(command, commandArguments, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', (error) => {
      output += error.message;
      resolve();
    });
  });
  const isRunning = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  const killWithParent = () => child.kill('SIGKILL');
  process.once('exit', killWithParent);

  const stop = async () => {
    process.off('exit', killWithParent);
    if (isRunning()) child.kill('SIGTERM');
    const escalation = setTimeout(() => child.kill('SIGKILL'), 5000);
    await exited;
    clearTimeout(escalation);
  };

  for (let attempt = 0; attempt < 600 && isRunning(); attempt += 1) {
    if (await answersHttp(port)) {
      return { address: `${HOST}:${port}`, host: HOST, port, stop };
    }
    await sleep(50);
  }
  await stop();
  throw new Error(`${command} did not answer on ${HOST}:${port}.\n${output}`);
}

async function answersHttp(port: number): Promise<boolean> {
  try {
    await (await fetch(`http://${HOST}:${port}/`)).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** Two different ports: both stay taken until both are known. */
async function findFreePorts(): Promise<[number, number]> {
  const probes = [createServer(), createServer()] as const;
  const [first, second] = await Promise.all([listenAnywhere(probes[0]), listenAnywhere(probes[1])]);
  await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))));
  return [first, second];
}

async function listenAnywhere(probe: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, HOST, resolve);
  });
  const address = probe.address();
  if (address === null || typeof address === 'string') throw new Error('No free port was found.');
  return address.port;
}

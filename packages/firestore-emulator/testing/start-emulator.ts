/** Finds and starts the two Firestore servers that suites and benches hold against each other. */
import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findOfficialFirestore } from './find-google-emulator.ts';

export interface RunningServer {
  address: string;
  host: string;
  port: number;
  stop: (signal?: NodeJS.Signals) => Promise<void>;
}

export interface EmbeddedOptions {
  /** Without it the data is held in memory only. */
  dataDir?: string;
  /** Without it no query is refused for want of an index. */
  indexesFile?: string;
}

const host = '127.0.0.1';
const oracleClass = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore';
const embeddedEntry = join(import.meta.dirname, '../src/main.ts');

/** Google's Firestore emulator and the Java to run it, when both are on this machine. */
export const findOracle = findOfficialFirestore;

export async function startOracle(): Promise<RunningServer> {
  const oracle = findOracle();
  if (oracle === undefined) throw new Error("Google's Firestore emulator is not on this machine");
  const [port, websocketPort] = await findFreePorts();
  return startServer(port, oracle.java, listOracleArguments(oracle.jar, port, websocketPort));
}

/** Left to itself it may take for web sockets the very port that it was given for the rest. */
export const listOracleArguments = (jar: string, port: number, websocketPort: number): string[] => [
  ...['-Duser.language=en', '-cp', jar, oracleClass],
  ...[`--host=${host}`, `--port=${port}`, `--websocket_port=${websocketPort}`],
];

export async function startEmbedded({ dataDir, indexesFile }: EmbeddedOptions = {}): Promise<RunningServer> {
  const [port] = await findFreePorts();
  return startServer(port, process.execPath, [
    ...[embeddedEntry, '--host', host, '--port', String(port)],
    ...(dataDir === undefined ? [] : ['--data-dir', dataDir]),
    ...(indexesFile === undefined ? [] : ['--indexes', indexesFile]),
  ]);
}

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
  const endWithParent = () => child.kill('SIGKILL');
  process.once('exit', endWithParent);

  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    process.off('exit', endWithParent);
    if (isRunning()) child.kill(signal);
    const escalation = setTimeout(() => child.kill('SIGKILL'), 5000);
    await exited;
    clearTimeout(escalation);
  };

  for (let attempt = 0; attempt < 600 && isRunning(); attempt += 1) {
    if (await answersHttp(port)) {
      return { address: `${host}:${port}`, host, port, stop };
    }
    await sleep(50);
  }
  await stop('SIGKILL');
  throw new Error(`${command} did not start to answer on ${host}:${port}\n${output}`);
}

async function answersHttp(port: number): Promise<boolean> {
  try {
    await (await fetch(`http://${host}:${port}/`)).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** Two different ports: both are held until both are known. */
export async function findFreePorts(): Promise<[number, number]> {
  const probes = [createServer(), createServer()] as const;
  const [first, second] = await Promise.all([listenAnywhere(probes[0]), listenAnywhere(probes[1])]);
  await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))));
  return [first, second];
}

async function listenAnywhere(probe: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, host, resolve);
  });
  const address = probe.address();
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

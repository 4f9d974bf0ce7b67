import { randomInt } from 'node:crypto';
import { createServer, connect } from 'node:net';
import { describePortHolder } from './port-holder.ts';

export const serviceNames = [
  'hosting',
  'functions',
  'firestore',
  'auth',
  'storage',
  'tasks',
  'eventarc',
  'hub',
] as const;
/** The emulators' ports, those of the sandbox and its upload servers, and that of Google's other APIs. */
const portNames = [...serviceNames, 'sandbox', 'googleApis', 'sftp', 'ftps'] as const;
type PortName = (typeof portNames)[number];
export type Ports = Record<PortName, number>;

const address = '127.0.0.1';
/** Below those of outgoing connections (from 32,768 on), which could take a port before its service listens. */
const MIN_PORT = 11_000;
const MAX_PORT = 32_000;
const MAX_ATTEMPTS = 100;

class PortTakenError extends Error {
  override name = 'PortTakenError';
}

export const shiftPorts = (ports: Ports, offset: number): Ports =>
  mapPorts((service) => ports[service] + offset);

/**
 * Consecutive ports that nothing listens on. No other process gets them while this one runs: it listens on the port after them, and all
 * processes divide the range in the same way. Services listen seconds later, and two portals that start at once would collide.
 */
export async function findFreePorts(): Promise<Ports> {
  const blockSize = portNames.length + 1;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const first = MIN_PORT + blockSize * randomInt(Math.floor((MAX_PORT - MIN_PORT) / blockSize));
    if (!(await reserve(first + portNames.length))) continue;
    const ports = mapPorts((service) => first + portNames.indexOf(service));
    const taken = await Promise.all(portNames.map((service) => isTaken(ports[service])));
    if (!taken.includes(true)) return ports;
  }
  throw new PortTakenError(
    `No ${portNames.length} free ports were found between ${MIN_PORT} and ${MAX_PORT}.`,
  );
}

/** Until the process ends. Fails if another process, or this one, has reserved it. */
async function reserve(port: number): Promise<boolean> {
  try {
    (await listen(port)).unref();
    return true;
  } catch {
    return false;
  }
}

export async function assertPortsFree(ports: Ports): Promise<void> {
  const services = await Promise.all(
    portNames.map(async (service) => ((await isTaken(ports[service])) ? [service] : [])),
  );
  const lines = services.flat().map((service) => {
    const holder = describePortHolder(ports[service]);
    return `Port ${ports[service]} (${service}) is taken${holder === undefined ? '' : ` by ${holder}`}.`;
  });
  if (lines.length === 0) return;
  throw new PortTakenError(
    [
      ...lines,
      'Stop that process, or use other ports: npm start -- --port-offset 100 --data-dir .data/second',
    ].join('\n'),
  );
}

/** Listening is not proof enough: on macOS a service on all addresses does not block 127.0.0.1. */
async function isTaken(port: number): Promise<boolean> {
  if (await answers(port)) return true;
  try {
    const server = await listen(port);
    await new Promise((closed) => server.close(closed));
    return false;
  } catch {
    return true;
  }
}

export function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, address);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

function listen(port: number): Promise<ReturnType<typeof createServer>> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject).listen(port, address, () => resolve(server));
  });
}

function mapPorts(portOf: (service: PortName) => number): Ports {
  return {
    hosting: portOf('hosting'),
    functions: portOf('functions'),
    firestore: portOf('firestore'),
    auth: portOf('auth'),
    storage: portOf('storage'),
    tasks: portOf('tasks'),
    eventarc: portOf('eventarc'),
    hub: portOf('hub'),
    sandbox: portOf('sandbox'),
    googleApis: portOf('googleApis'),
    sftp: portOf('sftp'),
    ftps: portOf('ftps'),
  };
}

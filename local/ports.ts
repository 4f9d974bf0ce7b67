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
/** The emulators' ports, the sandbox's, and that of Google's other APIs. */
const portNames = [...serviceNames, 'sandbox', 'googleApis'] as const;
type PortName = (typeof portNames)[number];
export type Ports = Record<PortName, number>;

const address = '127.0.0.1';

class PortTakenError extends Error {
  override name = 'PortTakenError';
}

export const shiftPorts = (ports: Ports, offset: number): Ports =>
  mapPorts((service) => ports[service] + offset);

/** Free ports. All are held until the last is known, so that none is returned twice. */
export async function findFreePorts(): Promise<Ports> {
  const servers = await Promise.all(portNames.map(() => listen(0)));
  const found = servers.map((server) => {
    const at = server.address();
    return at !== null && typeof at === 'object' ? at.port : 0;
  });
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
  return mapPorts((service) => found[portNames.indexOf(service)] ?? 0);
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
  };
}

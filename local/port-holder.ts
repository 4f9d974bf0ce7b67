import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The process that listens on the port, if this user may see it: "vite --port 5000 (process 4711)". */
export function describePortHolder(port: number): string | undefined {
  const processId = process.platform === 'linux' ? findInProc(port) : askLsof(port);
  if (processId === undefined) return undefined;
  const command = process.platform === 'linux' ? readProcCommand(processId) : askPs(processId);
  const short = command.trim().slice(0, 80);
  return short === '' ? `process ${processId}` : `${short} (process ${processId})`;
}

function findInProc(port: number): string | undefined {
  const inodes = new Set(['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) => readListeners(table, port)));
  if (inodes.size === 0) return undefined;
  const processIds = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return processIds.find((processId) => listSockets(processId).some((inode) => inodes.has(inode)));
}

/** A line is: slot, local address:port in hexadecimal, remote, state (0A: listening), ..., inode as the tenth column. */
function readListeners(table: string, port: number): string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return readOrEmpty(table)
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(suffix) && state === '0A')
    .flatMap((columns) => columns[9] ?? []);
}

function listSockets(processId: string): string[] {
  const folder = `/proc/${processId}/fd`;
  const descriptors = attempt(() => readdirSync(folder)) ?? [];
  return descriptors.flatMap((name) => {
    const link = attempt(() => readlinkSync(`${folder}/${name}`)) ?? '';
    return /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? [];
  });
}

const readProcCommand = (processId: string): string =>
  readOrEmpty(`/proc/${processId}/cmdline`).replaceAll('\0', ' ');

const askPs = (processId: string): string =>
  spawnSync('ps', ['-o', 'args=', '-p', processId], { encoding: 'utf8' }).stdout ?? '';

const readOrEmpty = (file: string): string => attempt(() => readFileSync(file, 'utf8')) ?? '';

/** Entries in /proc may belong to other users, or be gone by now. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function askLsof(port: number): string | undefined {
  const { stdout } = spawnSync('lsof', ['-nP', '-t', `-iTCP:${port}`, '-sTCP:LISTEN'], { encoding: 'utf8' });
  return stdout?.split('\n')[0] || undefined;
}

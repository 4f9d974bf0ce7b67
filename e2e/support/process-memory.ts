/** The memory of processes, from /proc, which only Linux has. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

export const canMeasureMemory = process.platform === 'linux';

const MEBIBYTE = 1024;

/** MiB of `VmRSS` (now) or `VmHWM` (the peak); 0 for a process that has ended. */
export function readMemory(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const [, kibibytes = '0'] = new RegExp(`${field}:\\s+(\\d+)`).exec(readProc(pid, 'status')) ?? [];
  return Number(kibibytes) / MEBIBYTE;
}

/** From now on, the peak is counted again. */
export const resetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

export interface RunningProcess {
  pid: number;
  /** The process group's id. */
  group: number;
  command: string;
}

export const listProcesses = (): RunningProcess[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid))
    .map((pid) => ({
      pid,
      // After the program's name, which may contain spaces: state, parent, group.
      group: Number(readProc(pid, 'stat').split(') ').at(-1)?.split(' ')[2]),
      command: readProc(pid, 'cmdline').replaceAll('\0', ' '),
    }));

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It has ended, or belongs to another user.
    return '';
  }
}

import { execFileSync } from 'node:child_process';
import { config } from '../config.ts';

/** Serves the queues of a portal that was started with `sharesProcesses`. */
export const SHARED_PROCESS = 'workers';

interface FunctionProcess {
  pid: number;
  /** As in `api`, or `SHARED_PROCESS`. */
  name: string;
  /** Where the Functions emulator sends it requests. */
  socket: string;
}

/** The processes of this portal's functions. */
export function listFunctionProcesses(): FunctionProcess[] {
  const lines = execFileSync('ps', ['axeww', '-o', 'pid=,command='], {
    encoding: 'utf8',
    maxBuffer: Infinity,
  }).split('\n');
  return lines
    .filter((line) => line.includes(` FIRESTORE_EMULATOR_HOST=${config.firestoreAddress} `))
    .flatMap((line) => {
      const [, name] = / FUNCTION_TARGET=(\S+) /.exec(line) ?? [];
      const [, socket = ''] = / PORT=(\S+) /.exec(line) ?? [];
      return name === undefined ? [] : [{ pid: Number.parseInt(line, 10), name, socket }];
    });
}

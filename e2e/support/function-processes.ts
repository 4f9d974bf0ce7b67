import { z } from 'zod';
import { config } from '../config.ts';

const BackendsSchema = z.object({
  backends: z.array(
    z.object({
      functionTriggers: z.array(z.object({ name: z.string() })),
      processes: z.array(
        z.object({
          pid: z.number(),
          /** The function's, as in `api`. */
          name: z.string(),
          /** Where the Functions emulator sends it requests. */
          socket: z.string(),
        }),
      ),
    }),
  ),
});

async function readBackends() {
  const response = await fetch(new URL('/backends', config.functionsUrl));
  return BackendsSchema.parse(await response.json()).backends;
}

/** All functions of this portal. */
export const listFunctions = async (): Promise<string[]> =>
  (await readBackends()).flatMap(({ functionTriggers }) => functionTriggers.map(({ name }) => name));

/** The processes of this portal's functions. The Functions emulator, which starts them, lists them (local/patches). */
export const listFunctionProcesses = async () => (await readBackends()).flatMap(({ processes }) => processes);

/** Kills a function's process, as in a crash. Returns how many it had. */
export async function killFunction(name: string): Promise<number> {
  const found = (await listFunctionProcesses()).filter((each) => each.name === name);
  for (const { pid } of found) process.kill(pid, 'SIGKILL');
  return found.length;
}

/** The log of the running portal: what its functions and the Tasks emulator have written. */
import { open, stat } from 'node:fs/promises';
import { z } from 'zod';
import { config } from '../config.ts';

const AttemptSchema = z.object({ task: z.string(), isOk: z.boolean() });
export type Attempt = z.infer<typeof AttemptSchema>;

/** Where the log ends now. */
export const findLogEnd = async (): Promise<number> => (await stat(config.logFile)).size;

export async function readLogSince(start: number): Promise<{ errors: string[]; attempts: Attempt[] }> {
  const file = await open(config.logFile);
  try {
    const lines: string[] = [];
    for await (const line of file.readLines({ start, autoClose: false })) lines.push(line);
    return {
      errors: lines.filter((line) => line.includes('"severity":"ERROR"')),
      // See local/patches/log-task-attempts.mjs.
      attempts: lines.flatMap((line) => {
        const [, attempt] = /tasks: Attempt (\{.*\})/.exec(line) ?? [];
        return attempt === undefined ? [] : [AttemptSchema.parse(JSON.parse(attempt))];
      }),
    };
  } finally {
    await file.close();
  }
}

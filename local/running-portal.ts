import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { answers } from './ports.ts';

const RunningPortalSchema = z.object({
  processId: z.number(),
  projectId: z.string(),
  hostingUrl: z.string(),
  functionsUrl: z.string(),
  hubPort: z.number(),
  runFolder: z.string(),
});
/** A running portal writes this to its data folder, for other commands. */
export type RunningPortal = z.infer<typeof RunningPortalSchema>;

const fileIn = (dataFolder: string) => join(dataFolder, 'running.json');

export function saveRunning(dataFolder: string, portal: RunningPortal): void {
  mkdirSync(dataFolder, { recursive: true });
  writeFileSync(fileIn(dataFolder), JSON.stringify(portal));
}

export function deleteRunning(dataFolder: string): void {
  rmSync(fileIn(dataFolder), { force: true });
}

/** The file outlives a portal that was killed, and its process id may be reused: check `isAlive`. */
export async function findRunning(
  dataFolder: string,
): Promise<(RunningPortal & { isAlive: boolean }) | undefined> {
  if (!existsSync(fileIn(dataFolder))) return undefined;
  const parsed = RunningPortalSchema.safeParse(parseJson(readFileSync(fileIn(dataFolder), 'utf8')));
  if (!parsed.success) return undefined;
  return { ...parsed.data, isAlive: exists(parsed.data.processId) && (await answers(parsed.data.hubPort)) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the portal was killed while writing
  }
}

function exists(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

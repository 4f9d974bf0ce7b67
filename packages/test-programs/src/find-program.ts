import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { config } from './config.ts';

/** The first of these programs that is on the PATH. */
export function findProgram(...names: readonly string[]): string | undefined {
  const folders = config.searchPath.split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

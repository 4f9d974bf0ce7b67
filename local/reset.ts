/** `npm run reset`: deletes the local data. */
import { existsSync, globSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findRunning } from './running-portal.ts';
import { repositoryRoot } from './start-local-portal.ts';

const print = (text: string) => process.stdout.write(`\n  ${text}\n\n`);
const dataFolder = join(repositoryRoot, '.data');

/** Other portals may keep their data in subfolders of .data. */
const notes = globSync(['running.json', '*/running.json'], { cwd: dataFolder });
const portals = await Promise.all(notes.map((note) => findRunning(join(dataFolder, dirname(note)))));
const running = portals.find((portal) => portal?.isAlive);

if (running) {
  print(`The portal is running at ${running.hostingUrl}. Stop it first (Ctrl-C). Nothing was deleted.`);
  process.exitCode = 1;
} else {
  const removed = existsSync(dataFolder) ? readdirSync(dataFolder) : [];
  rmSync(dataFolder, { recursive: true, force: true });
  print(removed.length === 0 ? 'No data to delete.' : `Deleted from .data: ${removed.join(', ')}.`);
}

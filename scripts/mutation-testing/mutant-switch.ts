/** Which mutant is active, and which were reached: `globalThis.isMutated` of the instrumented code. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVER_CHECK_MS } from './remote-switches.ts';

declare global {
  // oxlint-disable no-var -- only `var` declares a property of globalThis.
  var isMutated: (id: number) => boolean;
  var watchMutants: (<T extends WatchedContext>(context: T) => Promise<T>) | undefined;
  // oxlint-enable no-var
}

/** What is needed of Playwright's browser context. */
interface WatchedContext {
  exposeFunction: (name: string, callback: (ids: number[]) => void) => Promise<unknown>;
  addInitScript: (script: string) => Promise<unknown>;
  close: () => Promise<void>;
}

export interface MutantSwitch {
  activate: (mutant: number | undefined, maxHits: number) => Promise<void>;
  readCovered: () => { covered: number[]; hits: number };
}

/** For code in this process. Throws when a mutant seems to loop forever. */
export function switchHere(): MutantSwitch {
  let active: number | undefined;
  let hits = 0;
  let maxHits = Infinity;
  let covered = new Set<number>();
  globalThis.isMutated = (id) => {
    hits += 1;
    if (hits > maxHits) throw new Error('The mutant does not come to an end.');
    covered.add(id);
    return id === active;
  };
  return {
    activate: async (mutant, newMaxHits) => {
      active = mutant;
      hits = 0;
      maxHits = newMaxHits;
      covered = new Set();
    },
    readCovered: () => ({ covered: [...covered], hits }),
  };
}

/** For the functions of a portal: through the files that `serverSwitch` reads and writes. */
export function switchInServer(folder: string): MutantSwitch {
  const coveredFile = join(folder, 'covered');
  let changes = 0;
  mkdirSync(folder, { recursive: true });
  return {
    activate: async (mutant) => {
      changes += 1;
      rmSync(coveredFile, { force: true });
      writeFileSync(join(folder, 'active'), `${process.pid}.${changes} ${mutant ?? 'none'}`);
      await sleep(2 * SERVER_CHECK_MS);
    },
    readCovered: () => {
      const ids = readLines(coveredFile).map(Number);
      return { covered: [...new Set(ids)], hits: ids.length };
    },
  };
}

/** For pages: each context that a test opens gets the mutant, and says what it reaches. */
export function switchInPages(): MutantSwitch {
  let active: number | undefined;
  let covered = new Set<number>();
  let opened: WatchedContext[] = [];
  globalThis.watchMutants = async (context) => {
    opened.push(context);
    await context.exposeFunction('noteMutants', (ids) => {
      for (const id of ids) covered.add(id);
    });
    await context.addInitScript(`globalThis.activeMutant = ${active ?? 'undefined'}`);
    return context;
  };
  return {
    activate: async (mutant) => {
      // A test that took too long still waits for its page.
      await Promise.all(opened.map((context) => context.close()));
      opened = [];
      active = mutant;
      covered = new Set();
    },
    readCovered: () => ({ covered: [...covered], hits: covered.size }),
  };
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

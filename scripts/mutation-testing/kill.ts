/** Tries mutants on unit tests, or on end-to-end tests against a portal of the instrumented copy. */
import { dirname } from 'node:path';
import { print } from '../test/report.ts';
import type { Area } from './areas.ts';
import type { AreaMutant } from './instrument-area.ts';
import type { Plan, TestFacts } from './plan.ts';
import { TestFiles } from './test-files.ts';
import { Tries, type Kills } from './try-mutants.ts';
import { withPortal } from './with-portal.ts';

interface Options {
  copy: string;
  area: Area;
  mutants: readonly AreaMutant[];
  /** Only test files whose path contains one of these. */
  filters: readonly string[];
  /** After each test file: a run may take hours, and be stopped. */
  save: (kills: Kills) => void;
}

/** Test files that are loaded again with one mutant: each takes seconds. */
const MAX_LOADS = 4;

export async function killByUnitTests(options: Options): Promise<Kills> {
  const { copy, area, mutants, filters, save } = options;
  const files = await TestFiles.open(copy, { include: [...area.tests], setupFiles: [...area.setupFiles] });
  try {
    const related = await files.findRelated([...new Set(mutants.map(({ file }) => file))]);
    const { tests, loaded, names } = await cover(files, related.filter(matches(filters)), 'here');
    const tries = new Tries(files, tests, { maxTests: Infinity, maxMs: 20_000, patience: 5, place: 'here' });
    const ordered = orderFiles(names, tests);
    await tryFiles(tries, ordered, save);
    for (const { id, file: source } of mutants) {
      const loading = ordered.filter((file) => loaded.get(file)?.includes(id));
      const nearby = new Set(mutants.flatMap((each) => (each.file === source ? each.id : [])));
      const countReaching = (file: string) =>
        tests.filter((test) => test.file === file && test.covered.some((each) => nearby.has(each))).length +
        (dirname(file) === dirname(source) ? 1 : 0);
      // Most files load nearly all modules, and test few of them.
      const closest = loading.toSorted((one, other) => countReaching(other) - countReaching(one));
      await tries.tryLoaded(id, closest.slice(0, MAX_LOADS));
    }
    return tries.kills;
  } finally {
    await files.close();
  }
}

/** Mutants of what functions run while they load stay alive: the portal has loaded them. */
export const killByPortalTests = (
  { copy, area, filters, save }: Options,
  switchFolder: string,
): Promise<Kills> =>
  withPortal(copy, async (env) => {
    const place = area.runsIn === 'pages' ? 'pages' : { folder: switchFolder };
    const files = await TestFiles.open(copy, {
      include: [area.portalTests],
      env: { ...env, METADATA_SERVER_DETECTION: 'none', LC_ALL: 'C.UTF-8' },
      testTimeout: 180_000,
      hookTimeout: 60_000,
    });
    try {
      const all = await files.findAll();
      const { tests, names } = await cover(files, all.filter(matches(filters)), place);
      const tries = new Tries(files, tests, { maxTests: 5, maxMs: 60_000, patience: 1, place });
      await tryFiles(tries, orderFiles(names, tests), save);
      return tries.kills;
    } finally {
      await files.close();
    }
  });

const matches = (filters: readonly string[]) => (file: string) =>
  filters.length === 0 || filters.some((filter) => file.includes(filter));

async function cover(files: TestFiles, names: readonly string[], place: Plan['place']) {
  const steps = await files.run(names, { kind: 'cover', attempts: {}, limits: {}, place });
  const all = steps.flatMap((step) => (step.type === 'test' ? [step] : []));
  for (const { passed, file, title, error } of all) {
    if (!passed) print(`Fails without a mutant: ${file} ${title}: ${error}`);
  }
  const tests = all.filter(({ passed }) => passed);
  print(`${tests.length} tests of ${names.length} files pass without a mutant`);
  const loaded = new Map(
    steps.flatMap((step) => (step.type === 'loaded' ? [[step.file, step.covered] as const] : [])),
  );
  return { tests, loaded, names };
}

async function tryFiles(tries: Tries, files: readonly string[], save: Options['save']): Promise<void> {
  const startedAt = performance.now();
  for (const file of files) {
    await tries.tryFile(file);
    save(tries.kills);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    print(`${String(seconds).padStart(5)} s  ${tries.kills.size} killed  ${file}`);
  }
}

/** The fast ones first: a mutant that they kill needs no slow one, and the time for each mutant is limited. */
function orderFiles(names: readonly string[], tests: readonly TestFacts[]): string[] {
  const cost = (name: string) => {
    const own = tests.filter(({ file }) => file === name);
    return own.reduce((sum, { ms }) => sum + ms, 0) / Math.max(1, own.length);
  };
  return [...names].sort((one, other) => cost(one) - cost(other));
}

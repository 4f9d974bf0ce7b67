/** What `npm run test:mutation` can change, and the tests that have to notice it. */
export interface Area {
  /** Also its name. */
  folder: string;
  /** Unit tests that may notice a mutant. Fewer are faster, and never kill more. */
  tests: readonly string[];
  /** As in vitest.config.ts. */
  setupFiles: readonly string[];
  /** Where end-to-end tests reach the code, and which of them. */
  runsIn: 'server' | 'pages';
  portalTests: string;
  /** Written into the instrumented copy. */
  switchModule: string;
}

const SERVER = {
  setupFiles: ['scripts/test/reset-globals.ts'],
  runsIn: 'server',
  portalTests: 'e2e/*/*.api.test.ts',
  switchModule: 'functions/src/is-mutated.ts',
} as const;

const findServerTests = (folders: string): string[] => [`functions/src/${folders}/**/*.test.ts`];

const areas: readonly Area[] = [
  {
    ...SERVER,
    folder: 'functions/src/batches',
    tests: findServerTests('{batches,cleanup,exports,failed-work,library,pipelines,testing,tools,uploads}'),
  },
  {
    ...SERVER,
    folder: 'functions/src/identity',
    tests: findServerTests('{directory,http,identity,self-check}'),
  },
  {
    ...SERVER,
    folder: 'functions/src/spend',
    tests: findServerTests('{batches/engine,directory,settings,spend}'),
  },
  {
    folder: 'web/src/shared',
    tests: ['web/src/**/*.test.{ts,tsx}'],
    setupFiles: [],
    runsIn: 'pages',
    portalTests: 'e2e/*/*.spec.ts',
    switchModule: 'web/src/is-mutated.ts',
  },
];

export function findArea(folder: string): Area {
  const found = areas.find((area) => area.folder === folder.replace(/\/$/, ''));
  if (found) return found;
  throw new Error(`Usage: npm run test:mutation -- ${areas.map((area) => area.folder).join('|')}`);
}

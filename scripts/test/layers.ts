/** Finds imports that the layers of docs/architecture.md do not allow. */
import { globSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { listImports } from './list-imports.ts';

/** Each layer with those that it may import besides itself. A feature may not import another feature. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  contracts: [],
  'packages/firebase-rules': [],
  'packages/image-metadata': ['packages/test-programs'],
  'packages/firestore-emulator': [],
  'packages/provider-sandbox': ['packages/test-programs'],
  'packages/test-programs': [],
  'packages/upscaler': [],
  /** Its tests look into the servers that they start. */
  'functions/src/studio/delivery/testing': ['contracts', 'functions', 'packages/provider-sandbox'],
  functions: [
    'contracts',
    'packages/image-metadata',
    'packages/test-programs',
    'packages/upscaler',
    'functions/src/studio/delivery/testing',
  ],
  'web/src/features/*': ['web', 'contracts'],
  'web/src/app': ['web/src/features/*', 'web', 'contracts'],
  web: ['contracts'],
  cloud: ['contracts'],
  local: ['contracts', 'packages/firebase-rules', 'packages/firestore-emulator', 'packages/provider-sandbox'],
  scripts: [
    'contracts',
    'functions',
    'packages/firestore-emulator',
    'packages/provider-sandbox',
    'packages/test-programs',
    'local',
  ],
  e2e: ['contracts', 'packages/test-programs'],
};
/** What a source tree contains, from top to bottom: code imports from below only. Tests may import anything. */
const FLOORS: Readonly<Record<string, readonly string[]>> = {
  'functions/src': [
    'index.ts',
    'app.ts',
    'tools.ts',
    'operations',
    'studio',
    'tools',
    'batches',
    'providers',
    'spend',
    'clients.ts',
    'pictures',
    'http',
    'identity',
    'platform',
  ],
  'web/src': ['app', 'features', 'tools', 'pictures', 'ui', 'client'],
};
const TEST = /\.test\.tsx?$|(?:^|\/)(?:testing|conformance)\//;
const WORKSPACES = ['contracts', 'functions', 'web', 'local', 'cloud', 'scripts', 'e2e', 'packages/*'];

/** A line for each wrong import. */
export function findForbiddenImports(root: string): string[] {
  const files = globSync(
    WORKSPACES.map((workspace) => `${workspace}/**/*.{ts,tsx}`),
    { cwd: root, exclude: ['**/node_modules', 'functions/lib', 'scripts/fifth-tool/fixture'] },
  );
  return files.toSorted().flatMap((file) =>
    listImports(join(root, file))
      .filter((specifier) => !isAllowed(file, specifier))
      .map((specifier) => `${file} cannot import ${specifier}`),
  );
}

function isAllowed(file: string, specifier: string): boolean {
  const isRelative = specifier.startsWith('.');
  const target = isRelative ? join(dirname(file), specifier) : findWorkspaceFile(specifier);
  const workspace = matchStart(target, WORKSPACES);
  if (workspace === undefined) return true;
  // Packages are imported by name.
  if (isRelative && workspace.path !== matchStart(file, WORKSPACES)?.path) return false;
  const from = matchStart(file, Object.keys(LAYERS));
  const to = matchStart(target, Object.keys(LAYERS));
  if (from?.path !== to?.path) return LAYERS[from?.pattern ?? '']?.includes(to?.pattern ?? '') ?? false;
  return TEST.test(file) || !isUpward(file, target);
}

function isUpward(file: string, target: string): boolean {
  const tree = matchStart(file, Object.keys(FLOORS))?.pattern;
  if (tree === undefined || !target.startsWith(`${tree}/`)) return false;
  const [from, to] = [file, target].map((path) => findFloor(tree, path));
  return from === undefined || to === undefined || from > to;
}

/** Undefined for what no floor contains: each new folder has to find its place. */
function findFloor(tree: string, path: string): number | undefined {
  const [name = ''] = path.slice(tree.length + 1).split('/');
  const floor = FLOORS[tree]?.indexOf(name) ?? -1;
  return floor === -1 ? undefined : floor;
}

/** `@portal/upscaler` is in `packages/upscaler`, `@portal/contracts/ids` in `contracts`. */
function findWorkspaceFile(specifier: string): string {
  const [, name] = /^@portal\/([^/]+)/.exec(specifier) ?? [];
  if (name === undefined) return '';
  return WORKSPACES.includes(name) ? `${name}/` : `packages/${name}/`;
}

/** The first pattern that a path starts with, and that part of the path. */
function matchStart(
  path: string,
  patterns: readonly string[],
): { pattern: string; path: string } | undefined {
  for (const pattern of patterns) {
    const [found] = new RegExp(`^${pattern.replace('*', '[^/]+')}(?=/)`).exec(path) ?? [];
    if (found !== undefined) return { pattern, path: found };
  }
  return undefined;
}

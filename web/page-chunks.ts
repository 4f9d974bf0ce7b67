import { join } from 'node:path';
import type { Plugin } from 'vite';

interface Modules {
  getModuleInfo: (id: string) => {
    readonly importedIds: readonly string[];
    readonly dynamicallyImportedIds: readonly string[];
    readonly code: string | null;
  } | null;
}

const inSource = (file: string) => join(import.meta.dirname, 'src', file);
/** The parts of `app/main.ts`, each evaluated in a task of its own. */
const START = [
  'client/api/client.ts',
  'ui/theme/theme.ts',
  'client/session/start-auth.ts',
  'app/render-app.tsx',
].map(inSource);
const TOOLS = inSource('app/registry/tools.ts');
const SIGNED_IN = inSource('app/signed-in-app.tsx');
const SHELL = [TOOLS, SIGNED_IN];
const ADMIN = inSource('app/registry/admin-pages.ts');
const HOME = inSource('features/home/home-page.tsx');
const HOME_LISTS = inSource('features/home/lists/home-lists.tsx');
const UPLOADS = inSource('pictures/uploads/use-uploads.ts');
/** Loads a moment after the shell. */
const COUNTS = inSource('app/shell/count-running.tsx');
/** In characters of source code. Less than this costs more as a request of its own than as a part of every tool's chunk. */
const MAX_SMALL_LENGTH = 1500;

/**
 * Names the chunk of what several pages need. On its own, the bundler makes a chunk for each set of pages that share a module: sixty
 * requests for a page.
 */
export function makePageChunkName(): (id: string, modules: Modules) => string | null {
  let chunks: ReadonlyMap<string, string> | undefined;
  return (id, modules) => {
    chunks ??= nameChunks(modules);
    return chunks.get(id) ?? null;
  };
}

function nameChunks(modules: Modules): ReadonlyMap<string, string> {
  const listPages = (id: string) => modules.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
  const follow = (pages: readonly string[]) => pages.map((page) => followImports(modules, [page]));
  const tools = follow(listPages(TOOLS));
  const others = follow([...listPages(SIGNED_IN), ...listPages(ADMIN)]);
  const tool = intersect(tools);
  const home = followImports(modules, [HOME]);
  const loaded = tool.union(followImports(modules, [...START, ...SHELL]));
  // In the order in which they load: a module belongs to the first that needs it.
  const chunks = {
    // What this needs of MUI is in `base`. Its index files name much more.
    start: new Set([...followImports(modules, START)].filter((id) => !/\/@mui\//.test(id))),
    // With the widgets that home and all tools need.
    shell: followImports(modules, SHELL).union(home.intersection(tool)),
    home,
    lists: followImports(modules, [HOME_LISTS]).intersection(tool),
    tool: tool.union(findSmall(modules, [...tools, ...others], loaded)),
    // Other pages would load all of it for a switch.
    uploads: intersect(tools.filter((ids) => ids.has(UPLOADS))).difference(unite(others)),
    counts: followImports(modules, [COUNTS]),
  };
  const names = new Map<string, string>();
  for (const [name, ids] of Object.entries(chunks))
    for (const id of ids) if (!names.has(id)) names.set(id, name);
  return new Map([...names].filter(([, name]) => name !== 'start' && name !== 'home'));
}

/** Modules that several pages share, with their imports, if what is not `loaded` yet is small. */
function findSmall(modules: Modules, pages: readonly ReadonlySet<string>[], loaded: ReadonlySet<string>) {
  const shared = [...unite(pages)].filter((id) => pages.filter((ids) => ids.has(id)).length > 1);
  const added = shared.map((id) => followImports(modules, [id]).difference(loaded));
  const length = (id: string) => modules.getModuleInfo(id)?.code?.length ?? 0;
  return unite(added.filter((ids) => [...ids].reduce((sum, id) => sum + length(id), 0) < MAX_SMALL_LENGTH));
}

const unite = (all: readonly ReadonlySet<string>[]) => new Set(all.flatMap((ids) => [...ids]));

const intersect = ([first = new Set<string>(), ...others]: readonly ReadonlySet<string>[]) =>
  others.reduce((shared, other) => shared.intersection(other), first);

/** The modules with all their static imports. */
function followImports(modules: Modules, ids: readonly string[]): Set<string> {
  const found = new Set(ids);
  for (const id of found) for (const next of modules.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}

/**
 * Fails the build if chunks import each other in a circle: the browser would run one of them before what it needs, depending on which
 * one arrives first.
 */
export const refuseChunkCycles = (): Plugin => ({
  name: 'refuse-chunk-cycles',
  generateBundle(_options, bundle) {
    const imports = new Map(
      Object.values(bundle).flatMap((output) =>
        output.type === 'chunk' ? [[output.fileName, output.imports] as const] : [],
      ),
    );
    const done = new Set<string>();
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) throw new Error(`Chunks import each other: ${[...path, file].join(' -> ')}`);
      if (done.has(file)) return;
      for (const next of imports.get(file) ?? []) visit(next, [...path, file]);
      done.add(file);
    };
    for (const file of imports.keys()) visit(file, []);
  },
});

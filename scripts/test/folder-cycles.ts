/** Finds folders of a source tree that depend on each other in a cycle, type imports included. */
import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { listImports } from './list-imports.ts';

/** Tests may import anything. */
const IGNORED = /\.test\.tsx?$|(?:^|\/)testing(?:\/|\.ts$)/;

/** Each folder with the folders it imports, and one import for each as an example. */
type Graph = Map<string, Map<string, string>>;

/** The first cycle as lines to print, or undefined. A file in the root itself counts as a folder. */
export function findFolderCycle(root: string): string[] | undefined {
  const graph = readGraph(root);
  for (const folder of [...graph.keys()].toSorted()) {
    const cycle = findWayBack(graph, folder);
    if (!cycle) continue;
    const examples = cycle.slice(1).map((to, index) => graph.get(cycle[index] ?? '')?.get(to) ?? '');
    return [`${root}: ${cycle.join(' -> ')}`, ...examples.map((example) => `  ${example}`)];
  }
  return undefined;
}

function readGraph(root: string): Graph {
  const graph: Graph = new Map();
  for (const file of globSync('**/*.{ts,tsx}', { cwd: root })) {
    if (IGNORED.test(file)) continue;
    const targets = graph.get(folderOf(file)) ?? new Map<string, string>();
    graph.set(folderOf(file), targets);
    for (const specifier of listImports(join(root, file))) {
      const target = join(dirname(file), specifier);
      if (!specifier.startsWith('.') || !existsSync(join(root, target))) continue;
      if (folderOf(target) !== folderOf(file)) targets.set(folderOf(target), `${file} imports ${target}`);
    }
  }
  return graph;
}

const folderOf = (file: string): string => (dirname(file) === '.' ? file : dirname(file));

/** The shortest path from a folder back to itself. */
function findWayBack(graph: Graph, start: string): string[] | undefined {
  const paths = [[start]];
  const seen = new Set<string>();
  for (const path of paths) {
    for (const next of graph.get(path.at(-1) ?? '')?.keys() ?? []) {
      if (next === start) return [...path, start];
      if (!seen.has(next)) paths.push([...path, next]);
      seen.add(next);
    }
  }
  return undefined;
}

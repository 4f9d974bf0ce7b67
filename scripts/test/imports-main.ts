/**
 * `npm run check` runs this: fails when a file imports a layer that it may not, or when folders of the product's source
 * trees import each other in a cycle.
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { findFolderCycle } from './folder-cycles.ts';
import { findForbiddenImports } from './layers.ts';
import { print } from './report.ts';
import { repositoryRoot } from './run-command.ts';

const trees = ['functions/src', 'web/src', ...globSync('packages/*/src', { cwd: repositoryRoot })];
const problems = [
  ...findForbiddenImports(repositoryRoot),
  ...trees.flatMap((tree) => findFolderCycle(join(repositoryRoot, tree)) ?? []),
];
for (const line of problems) print(line);
process.exitCode = problems.length > 0 ? 1 : 0;

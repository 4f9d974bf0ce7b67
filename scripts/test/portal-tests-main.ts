/**
 * `npm run test:api [-- FILTER... OPTIONS]` and `npm run test:e2e`: the API or the page tests whose path contains a filter,
 * against a new portal. The options are vitest's; with `--ui` the portal and vitest's page stay up until Ctrl-C.
 */
import { globSync } from 'node:fs';
import { withTestPortal } from '@portal/local/test/test-portal';
import { repositoryRoot, runCommand } from './run-command.ts';

const KINDS: Record<string, string> = { api: 'e2e/*/*.api.test.ts', pages: 'e2e/*/*.spec.ts' };

const [kind = '', ...args] = process.argv.slice(2);
const pattern = KINDS[kind];
if (pattern === undefined) throw new Error('Usage: portal-tests-main.ts api|pages [FILTER...] [OPTIONS]');
const firstOption = args.findIndex((arg) => arg.startsWith('-'));
const filters = firstOption === -1 ? args : args.slice(0, firstOption);
const options = firstOption === -1 ? [] : args.slice(firstOption);
const files = globSync(pattern, { cwd: repositoryRoot }).filter(
  (file) => filters.length === 0 || filters.some((filter) => file.includes(filter)),
);
if (files.length === 0) throw new Error(`No ${pattern} contains ${filters.join(' or ')}.`);

process.exitCode = await withTestPortal(kind, async (env) => {
  const mode = options.includes('--ui') ? 'watch' : 'run';
  const vitest = [mode, '--config', 'e2e/vitest.config.ts', ...files, ...options];
  return (await runCommand('vitest', vitest, { live: true, env })).exitCode;
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decisionsAssignments } from './assignments/decisions.ts';
import { portalAssignments } from './assignments/portal.ts';
import { toolsAssignments } from './assignments/tools.ts';
import { buildLedger } from './build-ledger.ts';
import { readTestResults } from './collect-proofs.ts';
import { parseWholeSpec } from './parse-spec.ts';
import { repositoryRoot } from './spec-files.ts';
import { doneSteps } from './steps.ts';

export const assignments = { ...portalAssignments, ...toolsAssignments, ...decisionsAssignments };
export const coverageFile = join(repositoryRoot, 'docs/spec-coverage.md');

/** The ledger of this repository, from the test results on disk. */
export const readLedger = () =>
  buildLedger({
    spec: parseWholeSpec(),
    assignments,
    doneSteps,
    tests: readTestResults(join(repositoryRoot, '.build/test-results'), repositoryRoot),
  });

/** What stands against the ledger after a whole test run. */
export function checkLedger(): { problems: string[] } {
  const { markdown, problems } = readLedger();
  const committed = existsSync(coverageFile) ? readFileSync(coverageFile, 'utf8') : '';
  if (committed === markdown) return { problems };
  return {
    problems: [
      ...problems,
      'docs/spec-coverage.md is not what these test results give: run `npm run ledger` after a green `npm test`',
    ],
  };
}

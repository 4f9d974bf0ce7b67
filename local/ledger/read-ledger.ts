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
/** The ledger of this repository, from the test results on disk. */
export const readLedger = () =>
  buildLedger({
    spec: parseWholeSpec(),
    assignments,
    doneSteps,
    tests: readTestResults(join(repositoryRoot, '.build/test-results'), repositoryRoot),
  });

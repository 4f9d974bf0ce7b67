/** `npm test`: every check and every suite, then the flaky tests and one line with the totals. */
import { parseArgs } from 'node:util';
import { testFifthTool } from '../fifth-tool/test-fifth-tool.ts';
import { runChecks } from './checks.ts';
import { recordDurations, runPortalSuites } from './portal-suites.ts';
import { printTotals } from './report.ts';
import { deleteOldResults, runVitest } from './run-vitest.ts';

const { values } = parseArgs({ options: { record: { type: 'boolean', default: false } } });

deleteOldResults();
// None of these needs all cores all the time: the longest conformance file and the formatter use one each.
const conformance = runVitest('conformance', [
  '--config',
  'packages/firestore-emulator/conformance/vitest.config.ts',
]);
const [checks, ...others] = await Promise.all([runChecks(), conformance, conformance.then(testFifthTool)]);
// The portals start while the unit tests run.
const unit = runVitest('unit', ['--config', 'vitest.config.ts']);
const portalSuites = await runPortalSuites(unit);
if (values.record) recordDurations(portalSuites);

process.exitCode = printTotals([...checks, ...others, await unit, ...portalSuites]) ? 0 : 1;

/** `npm test`: every check and every suite, then the flaky tests and one line with the totals. */
import { parseArgs } from 'node:util';
import { testFifthTool } from '../fifth-tool/test-fifth-tool.ts';
import { runChecks } from './checks.ts';
import { recordDurations, runPortalSuites } from './portal-suites.ts';
import { printTotals } from './report.ts';
import { deleteOldResults, runVitest } from './run-vitest.ts';

const { values } = parseArgs({ options: { record: { type: 'boolean', default: false } } });

deleteOldResults();
// These take longest, and wait for half of the time. All others fill what they leave.
const portalSuites = runPortalSuites();
const background = { isBackground: true };
const conformance = runVitest(
  'conformance',
  ['--config', 'packages/firestore-emulator/conformance/vitest.config.ts'],
  background,
);
const checks = await runChecks(background);
const fifthTool = testFifthTool();
const local = runVitest('local', ['--project', 'local'], background);
const unit = runVitest('unit', ['--project', '!local'], background);

const suites = await Promise.all([conformance, fifthTool, unit, local]);
const results = await portalSuites;
if (values.record) recordDurations(results);
process.exitCode = printTotals([...checks, ...suites, ...results]) ? 0 : 1;

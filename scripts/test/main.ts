/** `npm test`: every check and every suite, then the flaky tests and one line with the totals. */
import { parseArgs } from 'node:util';
import { testFifthTool } from '../fifth-tool/test-fifth-tool.ts';
import { runChecks } from './checks.ts';
import { recordDurations, runPortalSuite } from './portal-suite.ts';
import { printTotals } from './report.ts';
import { deleteOldResults, runVitest } from './run-vitest.ts';

const { values } = parseArgs({ options: { record: { type: 'boolean', default: false } } });

deleteOldResults();
const conformance = runVitest('conformance', [
  '--config',
  'packages/firestore-emulator/conformance/vitest.config.ts',
]);
const fifthTool = conformance.then(testFifthTool);
// None of these needs all cores all the time: the longest conformance file and the formatter use one each.
const checks = await runChecks();
const unit = runVitest('unit', ['--project', '!local', '--project', '!components']);
// The portals start while the unit tests run.
const portalSuite = runPortalSuite(Promise.all([unit, fifthTool]));
// A sixth of the time, the tests with portals use no CPU. One process, and tests that mostly wait for other processes, fill that.
const local = unit.then(() => runVitest('local', ['--project', 'local']));
const components = unit.then(() => runVitest('components', ['--project', 'components']));

const suites = await Promise.all([conformance, fifthTool, unit, components, local, portalSuite]);
if (values.record) recordDurations();
process.exitCode = printTotals([...checks, ...suites]) ? 0 : 1;

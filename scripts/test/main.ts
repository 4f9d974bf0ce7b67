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
// These start whole portals and mostly wait: beside the others, they fill what is idle.
const local = runVitest('local', ['--project', 'local']);
// One process of its own, so that the others need not wait for it.
const components = runVitest('components', ['--project', 'components']);
const unit = runVitest('unit', ['--project', '!local', '--project', '!components']);
// The portals start while the others run.
const portalSuite = await runPortalSuite(Promise.all([unit, components, fifthTool]));
if (values.record) recordDurations();

const suites = await Promise.all([conformance, fifthTool, unit, components, local]);
process.exitCode = printTotals([...checks, ...suites, portalSuite]) ? 0 : 1;

/** `npm test`: every check and every suite, then the flaky tests and one line with the totals. */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { testFifthTool } from '../fifth-tool/test-fifth-tool.ts';
import { runChecks } from './checks.ts';
import { recordDurations, runPortalSuite } from './portal-suite.ts';
import { printTotals } from './report.ts';
import { deleteOldResults, runVitest } from './run-vitest.ts';

const { values } = parseArgs({ options: { record: { type: 'boolean', default: false } } });

// Linux switches less often between batch processes. All that is started here is one, too. decisions/087 has the times.
spawnSync('chrt', ['--batch', '--pid', '0', String(process.pid)]);
deleteOldResults();
// The tests with portals take longest, and use three quarters of two cores. Beside them run the checks and the conformance suite, and
// then the other suites, one after the other. decisions/086 says why.
const portalSuite = runPortalSuite();
// The fifth tool's suite checks the types of its copy, which has all of the code.
const checks = runChecks({ checksTypes: false });
const conformance = runVitest('conformance', [
  '--config',
  'packages/firestore-emulator/conformance/vitest.config.ts',
]);
const fifthTool = conformance.then(testFifthTool);
// More workers would slow the portals down.
const unit = fifthTool.then(() =>
  runVitest('unit', ['--project', '!local', '--project', '!components', '--maxWorkers', '2']),
);
const local = unit.then(() => runVitest('local', ['--project', 'local']));
const components = local.then(() => runVitest('components', ['--project', 'components']));

const suites = await Promise.all([conformance, fifthTool, unit, components, local, portalSuite]);
if (values.record) recordDurations();
process.exitCode = printTotals([...(await checks), ...suites]) ? 0 : 1;

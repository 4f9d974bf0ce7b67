/** `npm test`: every check and every suite, then the reasons of skipped tests and one line with the totals. */
import { findBrowser } from '@portal/test-programs/browser';
import { testFifthTool } from '../fifth-tool/test-fifth-tool.ts';
import { runChecks } from './checks.ts';
import { runPortalSuite } from './portal-suite.ts';
import { print, printTotals } from './report.ts';
import { runVitest } from './run-vitest.ts';

// Before any test needs it: unpacking it takes seconds, and what is missing is said first.
await findBrowser().catch((error: Error) => print(`Page tests are skipped. ${error.message}`));

// The tests with portals take longest, and use three quarters of two cores. Beside them run the checks and the conformance suite, and
// then the other suites, one after the other.
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
process.exitCode = printTotals([...(await checks), ...suites]) ? 0 : 1;

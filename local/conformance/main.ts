/**
 * `npm run conformance`: holds a Firestore server to the suite. With no arguments the embedded server; `--oracle` Google's
 * emulator, where it is installed; `--address host:port` any other. Further words choose test files by their names.
 */
import { parseArgs } from 'node:util';
import { findOracle } from '../oracle.ts';
import { print } from '../test/report.ts';
import { runVitest } from '../test/run-vitest.ts';
import type { Target } from './config.ts';
import { exceptions } from './exceptions.ts';

const { values, positionals } = parseArgs({
  options: { oracle: { type: 'boolean' }, address: { type: 'string' } },
  allowPositionals: true,
});

async function runSuite(target: Target): Promise<boolean> {
  const environment = {
    CONFORMANCE_TARGET: target,
    ...(values.address !== undefined && { CONFORMANCE_ADDRESS: values.address }),
  };
  const parts = positionals.length > 0 ? [positionals] : [['conformance/firestore'], ['conformance/rules']];
  let passed = true;
  for (const filters of parts) {
    const name = `${filters.map((filter) => filter.replace('conformance/', '')).join(' ')} conformance (${target})`;
    const result = await runVitest(
      name,
      ['--config', 'local/conformance/vitest.config.ts', ...filters],
      environment,
    );
    passed &&= result.failed === 0;
  }
  const excused = exceptions.filter((exception) => exception.only !== target);
  if (excused.length > 0) print(`\n${excused.length} cases are for other servers:`);
  for (const { name, reason } of excused) print(`  ${name}: ${reason}`);
  return passed;
}

if (values.oracle && findOracle() === undefined) {
  print("Google's Firestore emulator is not installed here: nothing to compare with.");
} else {
  const target = values.address !== undefined ? 'address' : values.oracle ? 'oracle' : 'embedded';
  process.exitCode = (await runSuite(target)) ? 0 : 1;
}

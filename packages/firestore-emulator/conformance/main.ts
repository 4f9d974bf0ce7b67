/**
 * `npm run conformance`: holds a Firestore server to the suite. With no arguments the embedded server; `--oracle` Google's
 * emulator, where it is installed; `--address host:port` any other. Further words choose test files by their names.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { findOracle } from '../testing/start-emulator.ts';
import { config, type Target } from './config.ts';
import { exceptions } from './exceptions.ts';

const { values, positionals } = parseArgs({
  options: { oracle: { type: 'boolean' }, address: { type: 'string' } },
  allowPositionals: true,
});

const print = (line: string) => process.stdout.write(`${line}\n`);

async function runSuite(target: Target): Promise<boolean> {
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
  const suite = spawn(
    process.execPath,
    [
      vitest,
      'run',
      '--config',
      join(import.meta.dirname, 'vitest.config.ts'),
      '--reporter=dot',
      ...positionals,
    ],
    {
      stdio: 'inherit',
      env: {
        ...config.inheritedEnvironment,
        CONFORMANCE_TARGET: target,
        ...(values.address !== undefined && { CONFORMANCE_ADDRESS: values.address }),
      },
    },
  );
  const [exitCode] = await once(suite, 'exit');
  const excused = exceptions.filter((exception) => exception.only !== target);
  if (excused.length > 0) print(`\n${excused.length} cases are for other servers:`);
  for (const { name, reason } of excused) print(`  ${name}: ${reason}`);
  return exitCode === 0;
}

if (values.oracle && findOracle() === undefined) {
  print("Google's Firestore emulator is not installed here: nothing to compare with.");
} else {
  const target = values.address !== undefined ? 'address' : values.oracle ? 'oracle' : 'embedded';
  process.exitCode = (await runSuite(target)) ? 0 : 1;
}

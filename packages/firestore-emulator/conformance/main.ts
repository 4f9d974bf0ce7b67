/**
 * `npm run conformance`: runs the conformance suite against our emulator. `--google` runs it against Google's emulator,
 * `--address host:port` against any other server. Other arguments are vitest filters.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { findGoogleEmulator } from '../testing/find-google-emulator.ts';
import { config, type Target } from './config.ts';

const { values, positionals } = parseArgs({
  options: {
    address: { type: 'string' },
    google: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

const print = (line: string) => process.stdout.write(`${line}\n`);

async function runSuite(target: Target): Promise<boolean> {
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
  const configFile = join(import.meta.dirname, 'vitest.config.ts');
  const suite = spawn(
    process.execPath,
    [vitest, 'run', '--config', configFile, '--reporter=dot', ...positionals],
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
  return exitCode === 0;
}

if (values.google && !findGoogleEmulator()) {
  print("Google's Firestore emulator and Java are not installed on this machine.");
  process.exitCode = 1;
} else {
  const target = values.address === undefined ? (values.google ? 'google' : 'ours') : 'other';
  process.exitCode = (await runSuite(target)) ? 0 : 1;
}

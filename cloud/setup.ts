/** `npm run cloud:setup -- --project ID`: prepares a Google Cloud project for the portal, deploys and checks it. */
import { resolve } from 'node:path';
import { makeTokenSource } from './access-token.ts';
import { config } from './config.ts';
import { check, deploy } from './setup/deploy.ts';
import { makeGoogle } from './setup/google.ts';
import { readOptions } from './setup/options.ts';
import { runSetup } from './setup/run-setup.ts';
import { findRegion } from './settings.ts';
import { ask } from './setup/terminal.ts';

const root = resolve(import.meta.dirname, '..');
const print = (line = '') => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const { project, apply: isApplying } = options;
  const getToken = await makeTokenSource(root, project, config.accessToken);
  const region = options.region ?? findRegion({ root, project });
  print(`Project ${project}, region ${region}.${isApplying ? '' : ' Dry run: nothing is changed.'}\n`);
  const { changes, manualSteps } = await runSetup(
    {
      google: makeGoogle({
        project,
        getToken,
        isApplying,
        ...(config.googleApisUrl !== undefined && { origin: config.googleApisUrl }),
      }),
      project,
      region,
      domains: options.domain,
      isApplying,
      alertEmail: options['alert-email'],
      budget: options.budget,
      github:
        options.github === undefined
          ? undefined
          : { repository: options.github, environment: options.environment },
      providerKeysFile: options['provider-keys'],
      adoptsBucket: options['adopt-bucket'],
      root,
      ask: process.stdin.isTTY ? ask : undefined,
    },
    print,
  );
  printChanges(changes, isApplying);
  try {
    if (options.deploy) {
      print(`\n${isApplying ? 'Now' : 'Then'}: npm run cloud:deploy and npm run cloud:check.`);
      if (isApplying) {
        await deploy(root, project);
        await check(root, project, await getToken());
      }
    }
  } finally {
    printManualSteps(manualSteps);
  }
}

function printChanges(changes: number, isApplying: boolean): void {
  const count = `${changes} ${changes === 1 ? 'change' : 'changes'}`;
  if (changes === 0) print('Nothing to change.');
  else print(isApplying ? `\nMade ${count}.` : `\n${count}. Run again with --apply to make them.`);
}

function printManualSteps(manualSteps: readonly string[]): void {
  if (manualSteps.length > 0) print('\nManual steps, in a browser:');
  for (const [index, line] of manualSteps.entries()) print(`  ${index + 1}. ${line}`);
}

await main().catch((error: unknown) => {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

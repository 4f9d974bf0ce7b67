/** `npm start`: the whole portal on this machine, until Ctrl-C. */
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { config } from './config.ts';
import { describeError, type Reporter } from './reporter.ts';
import { seedAccounts } from './seed-accounts.ts';
import {
  repositoryRoot,
  startLocalPortal,
  type LocalPortal,
  type LocalPortalOptions,
} from './start-local-portal.ts';
import { watchSources } from './watch-sources.ts';

const usage = `Usage: npm start -- [options]
  --port-offset N     add N to every port of firebase.json
  --ports auto        take any free ports
  --data-dir FOLDER   keep the data there (default .data)
  --project ID        another project id; it must start with demo-
  --no-build          start what was built last, and do not watch the sources`;

const startedAt = performance.now() - process.uptime() * 1_000;
const elapsed = () => `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;

const paint = (code: number) => (text: string) =>
  config.useColour ? `\u001B[${code}m${text}\u001B[0m` : text;
const bold = paint(1);
const dim = paint(2);
const green = paint(32);
const red = paint(31);
const print = (text = '') => process.stdout.write(`${text}\n`);
const printError = (message: string) => print(`\n  ${red('✗')} ${message.replaceAll('\n', '\n    ')}\n`);
const reporter: Reporter = {
  done: (message) => print(`  ${green('✓')} ${message.padEnd(44)} ${dim(elapsed())}`),
  failed: printError,
};

function readArguments() {
  try {
    return parseArgs({
      options: {
        'port-offset': { type: 'string' },
        ports: { type: 'string' },
        'data-dir': { type: 'string' },
        project: { type: 'string' },
        build: { type: 'boolean', default: true },
      },
      allowNegative: true,
    });
  } catch {
    throw new Error(usage);
  }
}

function parseOptions(): LocalPortalOptions & { build: boolean } {
  const { values } = readArguments();
  const offset = Number(values['port-offset'] ?? 0);
  if (!Number.isInteger(offset)) throw new Error('--port-offset takes a whole number.');
  if (values.ports !== undefined && values.ports !== 'auto') throw new Error('--ports takes "auto" alone.');
  return {
    build: values.build,
    ports: values.ports === 'auto' ? 'auto' : { offset },
    ...(values['data-dir'] === undefined ? {} : { dataFolder: values['data-dir'] }),
    ...(values.project === undefined ? {} : { projectId: values.project }),
  };
}

function printWelcome({ urls, dataFolder, realServices }: LocalPortal): void {
  const data = relative(repositoryRoot, dataFolder);
  const width = Math.max(...seedAccounts.map(({ email }) => email.length));
  print();
  print(`  ${bold(urls.hosting)}   ${dim(`ready after ${elapsed()}`)}`);
  print();
  print('  Sign in as');
  for (const { email, purpose } of seedAccounts) print(`    ${email.padEnd(width)}   ${dim(purpose)}`);
  print();
  const providers =
    realServices.length === 0
      ? 'All providers are the sandbox: nothing costs anything, no key is needed.'
      : `Real, and paid for: ${realServices.join(', ')}. All other providers are the sandbox.`;
  print(`  ${dim(providers)}`);
  print(`  ${dim(`Data is kept in ${data}, logs in ${data}/logs. npm run reset empties it. Ctrl-C stops.`)}`);
  print();
}

async function main(options: LocalPortalOptions & { build: boolean }): Promise<number> {
  let portal: LocalPortal | undefined;
  const stopAsked = new Promise<undefined>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      // While it starts there is nothing to save: what was started notices that its parent is gone.
      process.on(signal, () => (portal ? resolve(undefined) : process.exit(130)));
    }
  });
  print();
  portal = await startLocalPortal({ ...options, reporter });
  const watching = options.build ? watchSources(repositoryRoot, reporter) : undefined;
  printWelcome(portal);
  const lastWords = await Promise.race([stopAsked, portal.ended]);
  watching?.stop();
  await portal.stop();
  if (lastWords === undefined) {
    print('\n  Stopped.\n');
    return 0;
  }
  printError(`The emulators ended by themselves. Their last lines:\n\n${lastWords}`);
  return 1;
}

try {
  process.exitCode = await main(parseOptions());
} catch (error) {
  printError(describeError(error));
  process.exitCode = 1;
}

/** `npm start` and `npm run dev`: the whole portal on this machine, until Ctrl-C. */
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { functionsBuild, localProgramsBuild, webBuild, type BuildTarget } from './builds.ts';
import { config } from './config.ts';
import { startDevServer } from './dev-server.ts';
import { describeServices } from './describe-services.ts';
import { findBudget, findMistakes, readRealServices, type RealServices } from './real-services.ts';
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
  --dev               serve the pages with hot reload (npm run dev)
  --unpatched         run firebase-tools as it is, with Java 21
  --port-offset N     add N to every port in firebase.json
  --ports auto        use any free ports
  --data-dir FOLDER   where to keep data (default .data)
  --project ID        another project id; it must start with demo-
  --budget DOLLARS    a month, for real providers (default 5)
  --no-build          start the last build and do not watch the sources`;

const startedAt = performance.now() - process.uptime() * 1_000;
const elapsed = () => `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;

const color = (code: number) => (text: string) =>
  config.useColor ? `\u001B[${code}m${text}\u001B[0m` : text;
const bold = color(1);
const dim = color(2);
const green = color(32);
const red = color(31);
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
        budget: { type: 'string' },
        build: { type: 'boolean', default: true },
        dev: { type: 'boolean', default: false },
        unpatched: { type: 'boolean', default: false },
      },
      allowNegative: true,
    });
  } catch {
    throw new Error(usage);
  }
}

interface Options extends LocalPortalOptions {
  builds: readonly BuildTarget[];
  dev: boolean;
  realServices: RealServices;
  /** Dollars a month; undefined for no limit. */
  budget: number | undefined;
}

function parseOptions(): Options {
  const { values } = readArguments();
  const offset = Number(values['port-offset'] ?? 0);
  if (!Number.isInteger(offset)) throw new Error('--port-offset takes an integer.');
  if (values.ports !== undefined && values.ports !== 'auto') throw new Error('--ports takes only "auto".');
  const realServices = readRealServices(repositoryRoot, config.environment);
  const budget = findBudget(realServices, values.budget);
  const builds = [functionsBuild, localProgramsBuild, ...(values.dev ? [] : [webBuild])];
  return {
    dev: values.dev,
    unpatched: values.unpatched,
    realServices,
    budget,
    ...(budget !== undefined && { functionSettings: { MONTHLY_BUDGET_USD: String(budget) } }),
    builds: values.build ? builds : [],
    ports: values.ports === 'auto' ? 'auto' : { offset },
    ...(values['data-dir'] === undefined ? {} : { dataFolder: values['data-dir'] }),
    ...(values.project === undefined ? {} : { projectId: values.project }),
  };
}

function printWelcome({ dataFolder }: LocalPortal, url: string, { realServices, budget }: Options): void {
  const data = relative(repositoryRoot, dataFolder);
  const width = Math.max(...seedAccounts.map(({ email }) => email.length));
  print();
  print(`  ${bold(url)}   ${dim(`ready after ${elapsed()}`)}`);
  print();
  print('  Sign in as');
  for (const { email, purpose } of seedAccounts) print(`    ${email.padEnd(width)}   ${dim(purpose)}`);
  print();
  for (const line of describeServices(realServices, budget)) print(`  ${line}`);
  print(
    `  ${dim(`Data is in ${data}, logs in ${data}/logs. npm run reset deletes both. Ctrl-C stops the portal.`)}`,
  );
  print();
}

async function startPages(started: LocalPortal) {
  try {
    return await startDevServer(repositoryRoot, started.urls.hosting);
  } catch (error) {
    await started.stop();
    throw error;
  }
}

async function main(chosen: Options): Promise<number> {
  let portal: LocalPortal | undefined;
  const stopRequested = new Promise<undefined>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      // During the start there is nothing to save, and child processes stop when their parent is gone.
      process.on(signal, () => (portal ? resolve(undefined) : process.exit(130)));
    }
  });
  const { dev, budget: _budget, ...options } = chosen;
  print();
  for (const mistake of findMistakes(config.environment)) reporter.failed(mistake);
  const started = await startLocalPortal({ ...options, reporter });
  const devServer = dev ? await startPages(started) : undefined;
  portal = started;
  const watched = options.builds.filter((target) => target !== localProgramsBuild);
  const watcher = watchSources(repositoryRoot, watched, reporter);
  printWelcome(portal, devServer?.url ?? portal.urls.hosting, chosen);
  const lastLines = await Promise.race([stopRequested, portal.ended]);
  watcher.stop();
  await devServer?.stop();
  await portal.stop();
  if (lastLines === undefined) {
    print('\n  Stopped.\n');
    return 0;
  }
  printError(`The emulators stopped unexpectedly. Their last lines:\n\n${lastLines}`);
  return 1;
}

try {
  process.exitCode = await main(parseOptions());
} catch (error) {
  printError(describeError(error));
  process.exitCode = 1;
}

import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { buildIfStale, functionsBuild, localProgramsBuild, webBuild, type BuildTarget } from './builds.ts';
import { config } from './config.ts';
import { findGoogleEmulator } from '@portal/firestore-emulator/testing/find-google-emulator';
import { answers, findFreePorts, assertPortsFree, shiftPorts, type Ports } from './ports.ts';
import { describeError, silentReporter, type Reporter } from './reporter.ts';
import { blobsFolder, makeRunFolder, readFixedPorts, removeRunFolder } from './run-folder.ts';
import { NO_REAL_SERVICES, type RealServices } from './real-services.ts';
import { describeAccess, startSandbox, toEnvFile } from './sandbox.ts';
import { startGoogleApis } from './google-apis/start-google-apis.ts';
import { findRunning, deleteRunning, saveRunning } from './running-portal.ts';
import { prepareImport, restoreSavedSessions, startSaving } from './save/saved-state.ts';
import { listFunctions, startSchedules } from './schedules.ts';
import { seedMissingAccounts } from './seed-accounts.ts';
import { startSuite, type Suite } from './suite.ts';

const WARM_UP_WITHIN_MS = 15_000;
const ORPHANS_END_WITHIN_MS = 8_000;

export const repositoryRoot = resolve(import.meta.dirname, '..');

export interface LocalPortalOptions {
  /** What survives a restart is kept here; .data by default. */
  dataFolder?: string;
  /** Copy accounts and files there while it runs; true by default. */
  savesData?: boolean;
  /** The ports of firebase.json, these plus an offset, or any free ports. */
  ports?: 'fixed' | 'auto' | { offset: number };
  projectId?: string;
  /** What to build first, where its sources have changed; everything by default. */
  builds?: readonly BuildTarget[];
  /** Called for real; everything else is the sandbox. Default: nothing. */
  realServices?: RealServices;
  /** Settings of the functions, which override those for the sandbox. */
  functionSettings?: Record<string, string>;
  /** Start firebase-tools as it is: it needs Java 21, and keeps no Firestore data. */
  unpatched?: boolean;
  reporter?: Reporter;
}

export interface LocalPortal {
  projectId: string;
  dataFolder: string;
  urls: Record<
    'hosting' | 'functions' | 'firestore' | 'auth' | 'storage' | 'tasks' | 'sandbox' | 'googleApis',
    string
  >;
  /** Resolves with the last lines of the emulators' logs when they have stopped. */
  ended: Promise<string>;
  stop(): Promise<void>;
}

/** Builds and starts the whole portal, seeds its accounts, and keeps its data. */
export async function startLocalPortal(options: LocalPortalOptions = {}): Promise<LocalPortal> {
  const root = repositoryRoot;
  const dataFolder = resolve(root, options.dataFolder ?? '.data');
  const projectId = options.projectId ?? readDefaultProject(root);
  if (!projectId.startsWith('demo-')) {
    throw new Error(`"${projectId}" must start with "demo-", so that no real project can be reached.`);
  }
  if (config.emulators === 'official' && findGoogleEmulator() === undefined) {
    throw new Error(
      "EMULATORS=official: Google's Firestore emulator, or a Java to run it, is not on this machine.",
    );
  }
  await assertNotRunning(dataFolder);
  const ports = await choosePorts(root, options.ports ?? 'fixed');
  await assertPortsFree(ports);
  const reporter = options.reporter ?? silentReporter;
  const urls = {
    hosting: `http://127.0.0.1:${ports.hosting}`,
    functions: `http://127.0.0.1:${ports.functions}`,
    firestore: `http://127.0.0.1:${ports.firestore}`,
    auth: `http://127.0.0.1:${ports.auth}`,
    storage: `http://127.0.0.1:${ports.storage}`,
    tasks: `http://127.0.0.1:${ports.tasks}`,
    sandbox: `http://127.0.0.1:${ports.sandbox}`,
    googleApis: `http://127.0.0.1:${ports.googleApis}`,
  };

  await buildStale(root, options.builds ?? [functionsBuild, webBuild, localProgramsBuild], reporter);
  mkdirSync(dataFolder, { recursive: true });
  const real = options.realServices ?? NO_REAL_SERVICES;
  const access = describeAccess(urls.sandbox, { ports, dataFolder }, real);
  const runFolder = makeRunFolder(root, ports, {
    secret: access.secret,
    env: access.env + toEnvFile(options.functionSettings ?? {}),
  });
  saveRunning(dataFolder, {
    processId: process.pid,
    projectId,
    hostingUrl: urls.hosting,
    functionsUrl: urls.functions,
    hubPort: ports.hub,
    runFolder,
  });
  const cleanUp = () => {
    removeRunFolder(runFolder);
    deleteRunning(dataFolder);
  };

  let suite: Suite | undefined;
  let sandbox: Awaited<ReturnType<typeof startSandbox>> | undefined;
  let googleApis: Awaited<ReturnType<typeof startGoogleApis>> | undefined;
  try {
    sandbox = await startSandbox({
      port: ports.sandbox,
      agencyPorts: ports,
      dataFolder,
      tasksUrl: urls.tasks,
    });
    const { functions: functionsUrl } = urls;
    googleApis = await startGoogleApis({ port: ports.googleApis, root, projectId, functionsUrl });
    const savedFolder = join(dataFolder, 'saved');
    const importFolder = prepareImport(savedFolder);
    suite = await startSuite({
      root,
      runFolder,
      dataFolder,
      projectId,
      importFolder,
      firestorePort: ports.firestore,
      unpatched: options.unpatched ?? false,
    });
    reporter.done('emulators started');
    if (config.emulators === 'official') reporter.done("Firestore is Google's emulator: data is not kept");
    await assertFunctionsLoaded(urls.functions, suite);
    const auth = { authUrl: urls.auth, projectId };
    const skipped = importFolder === undefined ? [] : await restoreSavedSessions(auth, savedFolder);
    for (const { account, reason } of skipped) {
      reporter.failed(`The saved account ${account} was skipped: ${reason}`);
    }
    await Promise.all([
      seedMissingAccounts(auth).then(() => reporter.done('accounts seeded')),
      warmUp(urls.hosting, reporter),
    ]);
    const saving =
      options.savesData === false
        ? undefined
        : await startSaving(
            { ...auth, storageUrl: urls.storage, blobsFolder: blobsFolder(runFolder) },
            savedFolder,
          );
    const schedules = startSchedules({ functionsUrl, projectId }, reporter);
    const started = { suite, sandbox, googleApis };
    return {
      projectId,
      dataFolder,
      urls,
      ended: started.suite.ended,
      async stop() {
        schedules.stop();
        await saving?.stop();
        await started.suite.stop();
        await started.sandbox.stop();
        await started.googleApis.stop();
        cleanUp();
      },
    };
  } catch (error) {
    await suite?.stop();
    await sandbox?.stop();
    await googleApis?.stop();
    cleanUp();
    throw error;
  }
}

async function assertNotRunning(dataFolder: string): Promise<void> {
  const running = await findRunning(dataFolder);
  if (running?.isAlive) {
    throw new Error(
      `A portal with this data is already running at ${running.hostingUrl} (process ${running.processId}).`,
    );
  }
  if (!running) return;
  // It was killed. Its child processes take a moment to notice, and use the data until then.
  const giveUpAt = Date.now() + ORPHANS_END_WITHIN_MS;
  while (Date.now() < giveUpAt && (await answers(running.hubPort))) await sleep(100);
  removeRunFolder(running.runFolder);
}

async function choosePorts(root: string, choice: 'fixed' | 'auto' | { offset: number }): Promise<Ports> {
  if (choice === 'auto') return findFreePorts();
  return shiftPorts(readFixedPorts(root), choice === 'fixed' ? 0 : choice.offset);
}

async function buildStale(root: string, targets: readonly BuildTarget[], reporter: Reporter): Promise<void> {
  const built = await Promise.all(
    targets.map(async (target) => ((await buildIfStale(root, target)) ? [target.name] : [])),
  );
  const names = built.flat();
  if (names.length > 0) reporter.done(`${names.join(', ')} built`);
}

/** The CLI reports ready even when the functions failed to load. */
async function assertFunctionsLoaded(functionsUrl: string, suite: Suite): Promise<void> {
  const { names } = await listFunctions(functionsUrl);
  if (names.length > 0) return;
  const [, reason = ''] = suite.readLog().split('Failed to load function definition from source:');
  const [beforeBanner = ''] = reason.split('┌');
  throw new Error(`The functions failed to load.\n\n${beforeBanner.trim()}`);
}

/** The first request starts a process: better now than while someone waits for a page. */
async function warmUp(hostingUrl: string, reporter: Reporter): Promise<void> {
  try {
    const { status } = await fetch(`${hostingUrl}/api/health`, {
      signal: AbortSignal.timeout(WARM_UP_WITHIN_MS),
    });
    if (status === 200) reporter.done('API answers');
    else reporter.failed(`/api/health answered ${status}.`);
  } catch (error) {
    reporter.failed(`/api/health does not answer: ${describeError(error)}`);
  }
}

const FirebaseRcSchema = z.object({ projects: z.object({ default: z.string() }) });

const readDefaultProject = (root: string): string =>
  FirebaseRcSchema.parse(JSON.parse(readFileSync(join(root, '.firebaserc'), 'utf8'))).projects.default;

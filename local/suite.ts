import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { config } from './config.ts';
import { answers } from './ports.ts';
import { writeCredentials } from './run-folder.ts';

const STOP_WITHIN_MS = 8_000;
const READY_WITHIN_MS = 120_000;
const CHECK_EVERY_MS = 2_000;
const banner = 'All emulators ready!';

export interface SuiteOptions {
  root: string;
  runFolder: string;
  dataFolder: string;
  projectId: string;
  importFolder: string | undefined;
  firestorePort: number;
  /** The CLI as it is: with Java, and without the patches of local/patches. */
  unpatched: boolean;
}

export interface Suite {
  /** Resolves with the last lines of the logs when the CLI has stopped. */
  ended: Promise<string>;
  readLog(): string;
  stop(): Promise<void>;
}

/** Starts the Firebase CLI's emulators and waits until all of them answer. */
export async function startSuite(options: SuiteOptions): Promise<Suite> {
  const { root, runFolder, dataFolder, projectId, importFolder, firestorePort, unpatched } = options;
  const logFolder = join(dataFolder, 'logs');
  mkdirSync(logFolder, { recursive: true });
  const logFile = join(logFolder, 'emulators.log');
  const log = openSync(logFile, 'w');
  const child = spawn(
    process.execPath,
    [
      ...(unpatched ? [] : [`--import=${pathToFileURL(join(root, 'local/patches/apply-all.mjs')).href}`]),
      join(root, 'node_modules/firebase-tools/lib/bin/firebase.js'),
      'emulators:start',
      '--project',
      projectId,
      '--config',
      join(runFolder, 'firebase.json'),
      '--only',
      'auth,functions,firestore,storage,hosting,tasks,eventarc',
      ...(importFolder === undefined ? [] : ['--import', importFolder]),
    ],
    {
      cwd: logFolder,
      env: makeEnvironment(options, logFolder),
      // A new process group: Ctrl-C reaches only the parent, and leftover workers can be killed together.
      detached: true,
      stdio: ['ignore', log, log],
    },
  );
  closeSync(log);
  const readLog = () => readFileSync(logFile, 'utf8');
  const readLastLines = () => {
    const firestoreLog = join(logFolder, 'firestore-debug.log');
    const logs = existsSync(firestoreLog) ? [readFileSync(firestoreLog, 'utf8'), readLog()] : [readLog()];
    return logs.map((text) => text.trimEnd().split('\n').slice(-20).join('\n')).join('\n\n');
  };
  let isEnded = false;
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', () => resolve(readLastLines()));
  }).then((lastLines) => {
    isEnded = true;
    if (child.pid !== undefined) killGroup(child.pid);
    return lastLines;
  });
  const stop = async () => {
    child.kill('SIGINT');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
    await ended;
    clearTimeout(timer);
  };

  const giveUpAt = Date.now() + READY_WITHIN_MS;
  while (!readLog().includes(banner)) {
    if (isEnded) throw new Error(`The emulators did not start.\n\n${await ended}`);
    if (Date.now() > giveUpAt) {
      await stop();
      throw new Error(`The emulators were not ready in time.\n\n${await ended}`);
    }
    await sleep(50);
  }
  // The CLI keeps running when Firestore dies, and the portal would only appear to work.
  const watchdog = setInterval(() => {
    void answers(firestorePort).then((isAlive) => isAlive || child.kill('SIGINT'));
  }, CHECK_EVERY_MS);
  void ended.then(() => clearInterval(watchdog));
  return { ended, readLog, stop };
}

function makeEnvironment(
  { root, runFolder, dataFolder, projectId, unpatched }: SuiteOptions,
  logFolder: string,
): NodeJS.ProcessEnv {
  const exitWithParent = pathToFileURL(join(import.meta.dirname, 'exit-with-parent.mjs')).href;
  const firestore =
    config.emulators === 'official' ? 'local/official-firestore.ts' : '.build/local/firestore.mjs';
  return {
    ...config.inheritedEnvironment,
    // Never the developer's own credentials: the local portal must not reach a real project.
    GOOGLE_APPLICATION_CREDENTIALS: writeCredentials(runFolder, projectId),
    ...(!unpatched && {
      PATH: [join(import.meta.dirname, 'java'), dirname(process.execPath), config.path].join(delimiter),
      FIRESTORE_EMULATOR_BINARY_PATH: join(root, firestore),
      STORAGE_EMULATOR_BINARY_PATH: join(root, '.build/local/storage-rules.mjs'),
    }),
    FIRESTORE_DATA_DIR: join(dataFolder, 'firestore'),
    ...(config.enforcesIndexes && { FIRESTORE_INDEXES_FILE: join(root, 'firestore.indexes.json') }),
    NODE_OPTIONS: `--import=${exitWithParent}`,
    NODE_COMPILE_CACHE: join(root, '.build/compile-cache'),
    // The CLI keeps sockets and stored files in TMPDIR, and its own sign-in in XDG_CONFIG_HOME.
    TMPDIR: runFolder,
    XDG_CONFIG_HOME: runFolder,
    FIREBASE_DEBUG_PATH: logFolder,
    // No prompts, update checks, metadata server lookups or npm registry calls.
    CI: '1',
    NO_UPDATE_NOTIFIER: '1',
    METADATA_SERVER_DETECTION: 'none',
    npm_config_offline: 'true',
    FIREBASE_FUNCTIONS_DISCOVERY_OUTPUT_PATH: 'true',
    // Or the CLI parses and keeps every log line for its Emulator UI, which is off. Its own default is a non-empty text, which is true:
    // https://github.com/firebase/firebase-tools/blob/v15.34.2/src/emulator/controller.ts
    START_LOGGING_EMULATOR: 'false',
    // The default of 50 requests of all functions together would block the API while the queues are busy.
    FUNCTIONS_EMULATOR_PARALLEL: '500',
    // In seconds. The default of ten is too short for a busy machine.
    FUNCTIONS_DISCOVERY_TIMEOUT: '60',
  };
}

/** Function workers do not notice that their parent is gone, but share its process group. */
function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // The group is empty.
  }
}

/** The one place that knows which browser the tests use. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { config } from './config.ts';
import { findProgram } from './find-program.ts';
import { unpackBrowser } from './unpack-browser.ts';

/** As Playwright's and Puppeteer's `launch` take it. */
export interface FoundBrowser {
  executablePath: string;
  env?: NodeJS.ProcessEnv;
}

/** Has a sentence for the developer: what is missing, and what helps. */
export class NoBrowserError extends Error {}

/** What differs from machine to machine. */
export interface Machine {
  platform: string;
  arch: string;
  /** The value of TEST_BROWSER. */
  chosen: string | undefined;
  exists: (path: string) => boolean;
  findProgram: typeof findProgram;
  /** The error of a program that does not start; undefined if it does. */
  tryProgram: (program: string, env: NodeJS.ProcessEnv) => string | undefined;
  unpack: typeof unpackBrowser;
}

const thisMachine: Machine = {
  platform: process.platform,
  arch: process.arch,
  chosen: config.browserPath,
  exists: existsSync,
  findProgram,
  tryProgram: (program, env) => {
    const { status, error, stderr } = spawnSync(program, ['--version'], { env, encoding: 'utf8' });
    return status === 0 ? undefined : (error?.message ?? stderr.trim());
  },
  unpack: unpackBrowser,
};

/** The package has a build for Linux on Intel and AMD only. It is the same on each of these machines, so it comes before an installed browser. */
const hasPackage = ({ platform, arch }: Machine) => platform === 'linux' && arch === 'x64';

export async function findBrowser(machine: Machine = thisMachine): Promise<FoundBrowser> {
  if (machine.chosen !== undefined) {
    if (machine.exists(machine.chosen)) return { executablePath: machine.chosen };
    throw new NoBrowserError(`TEST_BROWSER names a file that does not exist: ${machine.chosen}`);
  }
  if (hasPackage(machine)) return usePackage(machine);
  const executablePath = findInstalled(machine);
  if (executablePath !== undefined) return { executablePath };
  throw new NoBrowserError(`No browser was found. ${HELP}`);
}

const HELP =
  'Install Chrome (Debian: apt-get install chromium; macOS: brew install --cask google-chrome), or name a browser: TEST_BROWSER=/path/to/chrome npm test';

async function usePackage(machine: Machine): Promise<FoundBrowser> {
  const { program, libraries, fonts } = await machine.unpack(config.browserFolder);
  const env = { ...config.inheritedEnvironment, FONTCONFIG_PATH: fonts };
  if (machine.tryProgram(program, env) === undefined) return { executablePath: program, env };
  const withLibraries = { ...env, LD_LIBRARY_PATH: libraries };
  const problem = machine.tryProgram(program, withLibraries);
  if (problem === undefined) return { executablePath: program, env: withLibraries };
  throw new NoBrowserError(`The Chromium of the npm package does not start here: ${problem}. ${HELP}`);
}

/** Chrome, Chromium or Edge, where their installers put them. */
function findInstalled({ platform, exists, findProgram }: Machine): string | undefined {
  if (platform !== 'darwin') return findProgram('google-chrome', 'chromium', 'microsoft-edge');
  return ['Google Chrome', 'Chromium', 'Microsoft Edge']
    .flatMap((name) =>
      ['/Applications', join(homedir(), 'Applications')].map((folder) =>
        join(folder, `${name}.app/Contents/MacOS/${name}`),
      ),
    )
    .find((path) => exists(path));
}

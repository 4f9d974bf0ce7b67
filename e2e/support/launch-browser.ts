import { statfsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import sparticuz from '@sparticuz/chromium';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright-core';
import { config } from '../config.ts';
import { gapiScript } from './gapi.ts';

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };

/** Arguments of the package that would turn off web security or emulate a graphics card. */
const UNWANTED =
  /single-process|no-zygote|web-security|insecure-content|site-isolation|swiftshader|use-gl|gpu-blocklist/;
const ADDED = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  // Only this machine can be reached.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

/** Chromium from the npm package: no download, and the same build everywhere. */
export const findBrowser = async () => ({
  executablePath: await sparticuz.executablePath(),
  args: [...sparticuz.args.filter((argument) => !UNWANTED.test(argument)), ...ADDED],
});

const MIN_SHARED_MEMORY = 1024 ** 3;

/** Playwright has Chromium share memory through files in /tmp, because containers often have little memory for it. That takes a tenth more CPU time. */
function hasSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= MIN_SHARED_MEMORY;
  } catch {
    return false;
  }
}

async function launch(args: readonly string[]): Promise<Browser> {
  const found = await findBrowser();
  return chromium.launch({
    ...found,
    args: [...found.args, ...args],
    ...(hasSharedMemory() && { ignoreDefaultArgs: ['--disable-dev-shm-usage'] }),
  });
}

/** Rarely, this build of Chromium crashes while it starts, and so does the next one if it starts at once. */
export const launchBrowser = (args: readonly string[] = []): Promise<Browser> =>
  launch(args).catch(async () => {
    await sleep(1000);
    return launch(args);
  });

export const openContext = (browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> =>
  browser.newContext({ baseURL: config.portalUrl, ...options });

/** Serves a stub for the one script that Firebase's sign-in loads from the network, and nothing else from there. */
export async function stubSignInScript(context: BrowserContext): Promise<void> {
  await context.route(
    (url) => url.hostname !== '127.0.0.1',
    (route) => route.abort('internetdisconnected'),
  );
  await context.route('https://apis.google.com/js/api.js*', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: gapiScript }),
  );
}

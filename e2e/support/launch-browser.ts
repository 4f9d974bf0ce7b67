import sparticuz from '@sparticuz/chromium';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright-core';
import { config } from '../config.ts';
import { gapiScript } from './gapi.ts';

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };

/** Of the package's arguments, those that would lift the rules of the web, or draw by an emulated graphics card. */
const UNWANTED =
  /single-process|no-zygote|web-security|insecure-content|site-isolation|swiftshader|use-gl|gpu-blocklist/;
const ADDED = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  // Whatever a page asks for, nothing but this machine is found.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

export const launchBrowser = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: await sparticuz.executablePath(),
    args: [...sparticuz.args.filter((argument) => !UNWANTED.test(argument)), ...ADDED],
    headless: true,
  });

/** Its pages have the browser's own cache; every route would turn that off, and cost each request a detour. */
export const openContext = (browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> =>
  browser.newContext({ baseURL: config.portalUrl, ...options });

/** One in which somebody can sign in, with a stub for the one script that this takes from the network. */
export async function openSignInContext(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  const context = await openContext(browser, options);
  await context.route(
    (url) => url.hostname !== '127.0.0.1',
    (route) => route.abort('internetdisconnected'),
  );
  await context.route('https://apis.google.com/js/api.js*', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: gapiScript }),
  );
  return context;
}

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
];

export const launchBrowser = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: await sparticuz.executablePath(),
    args: [...sparticuz.args.filter((argument) => !UNWANTED.test(argument)), ...ADDED],
    headless: true,
  });

/** One whose pages need nothing from the network. */
export const openBareContext = (browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> =>
  browser.newContext({ baseURL: config.portalUrl, ...options });

/** A context that reaches this machine only, with a stub for the one script that sign-in takes from the network. */
export async function openContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await openBareContext(browser, options);
  await context.route(
    (url) => url.hostname !== '127.0.0.1',
    (route) => route.abort('internetdisconnected'),
  );
  await context.route('https://apis.google.com/js/api.js*', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: gapiScript }),
  );
  return context;
}

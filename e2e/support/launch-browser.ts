import { findBrowser } from '@portal/test-programs/browser';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright-core';
import { config } from '../config.ts';
import { gapiScript } from './gapi.ts';

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };

export const BROWSER_ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  // Only this machine can be reached.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

export const launchBrowser = async (): Promise<Browser> =>
  chromium.launch({ ...(await findBrowser()), args: BROWSER_ARGS });

/** One browser for all pages of a process: launching it takes as long as a short test. A failed launch is tried again for the next page. */
export function keepBrowser(launch: () => Promise<Browser> = launchBrowser): () => Promise<Browser> {
  let kept: Promise<Browser> | undefined;
  return async () => {
    const current = kept;
    const browser = await current?.catch(() => undefined);
    if (browser?.isConnected()) return browser;
    // Unless another page has already launched the next one.
    if (kept === current) kept = launch();
    return kept ?? launch();
  };
}

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

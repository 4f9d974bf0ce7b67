/** The installed Firefox over WebDriver BiDi, because Playwright drives only its own patched build. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { launch, type Browser, type Page } from 'puppeteer-core';
import { config } from '../config.ts';
import { DESKTOP } from '../support/launch-browser.ts';

const NAMES = ['firefox-esr', 'firefox'];

export function findFirefox(): string | undefined {
  const folders = config.searchPath.split(delimiter);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export const launchFirefox = (executablePath: string): Promise<Browser> =>
  launch({ browser: 'firefox', executablePath, headless: true, defaultViewport: DESKTOP });

/** Collects page errors, console errors and CSP violations. */
export async function collectErrors(page: Page): Promise<string[]> {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.evaluateOnNewDocument(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      reportError(new Error(`CSP violation: ${effectiveDirective} ${blockedURI}`)),
    );
  });
  return errors;
}

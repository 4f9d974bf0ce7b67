/** Firefox as it is installed, over WebDriver BiDi: Playwright's own protocol drives only a patched build of it. */
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

/** Page errors, console errors and CSP violations, as they come. */
export async function collectComplaints(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.evaluateOnNewDocument(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      reportError(new Error(`CSP violation: ${effectiveDirective} ${blockedURI}`)),
    );
  });
  return complaints;
}

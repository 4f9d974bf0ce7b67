/** The installed Firefox over WebDriver BiDi, because Playwright drives only its own patched build. */
import { launch, type Browser, type Page } from 'puppeteer-core';
import { DESKTOP } from '../support/launch-browser.ts';

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

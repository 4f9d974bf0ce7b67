import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { DESKTOP, launchBrowser, openContext, stubSignInScript } from './launch-browser.ts';
import type { Account } from './accounts.ts';
import { makeSession, openSession, type Person } from './sessions.ts';

/** Shorter than the test timeout, so that the report names what was missing. */
const TIMEOUT_MS = 25_000;

export interface PageOptions {
  path?: string;
  /** The signed-in account: a seeded one, or one that the test has created. */
  as?: Person | Account;
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  hasTouch?: boolean;
  /** Console errors and page errors that the test causes on purpose. */
  expectedErrors?: readonly RegExp[];
  /** Sets up routes, scripts or the clock before the page opens. */
  arrange?: (page: Page) => Promise<unknown>;
}

/** Launches a browser for one file; page errors, console errors and CSP violations fail a test. */
export function useBrowser() {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  return async function withPage(run: (page: Page) => Promise<void>, options: PageOptions = {}) {
    const { path = '/', as, viewport = DESKTOP, colorScheme = 'light', hasTouch = false } = options;
    const context = await openContext(browser, {
      viewport,
      colorScheme,
      hasTouch,
      ...(as && { storageState: typeof as === 'string' ? await openSession(as) : makeSession(as) }),
    });
    // Routes turn off the browser's cache, so only the sign-in page gets one.
    if (!as) await stubSignInScript(context);
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    const errors = collectErrors(page, options.expectedErrors ?? []);
    await page.addInitScript(reportViolations);
    try {
      await options.arrange?.(page);
      await page.goto(path);
      await run(page);
      expect(errors).toEqual([]);
    } catch (failure) {
      throw await addPageText(failure, page);
    } finally {
      await context.close();
    }
  };
}

const MAX_PAGE_TEXT = 3000;

/** Adds the page's text to the error, for failures on CI. */
async function addPageText(failure: unknown, page: Page): Promise<unknown> {
  if (!(failure instanceof Error)) return failure;
  const words = await readPageText(page);
  failure.message += `\n\nThe page said:\n${words.slice(0, MAX_PAGE_TEXT)}`;
  return failure;
}

async function readPageText(page: Page): Promise<string> {
  try {
    return await page.innerText('body', { timeout: 5000 });
  } catch (error) {
    return String(error);
  }
}

/** Runs in the page. Chromium logs some violations, such as that of `eval`, to no console. */
function reportViolations(): void {
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    reportError(new Error(`CSP violation: ${effectiveDirective} ${blockedURI}`)),
  );
}

function collectErrors(page: Page, expected: readonly RegExp[]): string[] {
  const errors: string[] = [];
  const note = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) errors.push(text);
  };
  page.on('pageerror', (error) => note(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') note(message.text());
  });
  return errors;
}

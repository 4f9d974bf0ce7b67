import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { DESKTOP, launchBrowser, openContext, openSignInContext } from './launch-browser.ts';
import type { Account } from './accounts.ts';
import { makeSession, readSession, type Person } from './sessions.ts';

/** Shorter than the test's own: what was waited for is then in the report. */
const PATIENCE_MS = 25_000;

export interface PageOptions {
  path?: string;
  /** Already signed in: one of the seeded accounts, or one of a test's own. */
  as?: Person | Account;
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  hasTouch?: boolean;
  /** Console errors and page errors that the test brings about on purpose. */
  expectedErrors?: readonly RegExp[];
  /** What to arrange before the page opens: routes, scripts, the clock. */
  arrange?: (page: Page) => Promise<unknown>;
}

/** A browser for the tests of one file; each page fails its test on a page error, a console error or a CSP violation. */
export function useBrowser() {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  return async function withPage(run: (page: Page) => Promise<void>, options: PageOptions = {}) {
    const { path = '/', as, viewport = DESKTOP, colorScheme = 'light', hasTouch = false } = options;
    const open = as ? openContext : openSignInContext;
    const context = await open(browser, {
      viewport,
      colorScheme,
      hasTouch,
      ...(as && { storageState: typeof as === 'string' ? await readSession(browser, as) : makeSession(as) }),
    });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const complaints = collectComplaints(page, options.expectedErrors ?? []);
    await page.addInitScript(reportViolations);
    try {
      await options.arrange?.(page);
      await page.goto(path);
      await run(page);
      expect(complaints).toEqual([]);
    } catch (failure) {
      throw await addWords(failure, page);
    } finally {
      await context.close();
    }
  };
}

const MOST_WORDS = 3000;

/** What the page said when the test failed: on another machine nobody can look at it. */
async function addWords(failure: unknown, page: Page): Promise<unknown> {
  if (!(failure instanceof Error)) return failure;
  const words = await readWords(page);
  failure.message += `\n\nThe page said:\n${words.slice(0, MOST_WORDS)}`;
  return failure;
}

async function readWords(page: Page): Promise<string> {
  try {
    return await page.innerText('body', { timeout: 5000 });
  } catch (error) {
    return String(error);
  }
}

/** Runs in the page. Chromium writes some violations, as of `eval`, to no console. */
function reportViolations(): void {
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    reportError(new Error(`CSP violation: ${effectiveDirective} ${blockedURI}`)),
  );
}

function collectComplaints(page: Page, expected: readonly RegExp[]): string[] {
  const complaints: string[] = [];
  const note = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) complaints.push(text);
  };
  page.on('pageerror', (error) => note(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') note(message.text());
  });
  return complaints;
}

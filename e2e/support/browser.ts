import { join } from 'node:path';
import { listAlerts } from '@portal/contracts/alerts';
import { skipBecause } from '@portal/test-programs';
import { NoBrowserError } from '@portal/test-programs/browser';
import type { Page } from 'playwright-core';
import { expect, TestRunner } from 'vitest';
import { DESKTOP, keepBrowser, openContext, stubSignInScript } from './launch-browser.ts';
import type { Account } from './accounts.ts';
import { answerWith } from './routes.ts';
import { restoreSession, signInSeeded, type Person } from './sessions.ts';

/** Shorter than the test timeout, so that the report names what was missing. */
const TIMEOUT_MS = 120_000;
const FAILURES = join(import.meta.dirname, '../../.build/page-failures');

export interface PageOptions {
  path?: string;
  /** The signed-in account: a seeded one, or one that the test has created. */
  as?: Person | Account;
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  hasTouch?: boolean;
  /** Console errors and page errors that the test causes on purpose. */
  expectedErrors?: readonly RegExp[];
  /** Shows admins the portal's own alerts. Else there are none: which ones are raised depends on other tests. */
  hasAlerts?: boolean;
  /** Sets up routes, scripts or the clock before the page opens. */
  arrange?: (page: Page) => Promise<unknown>;
}

const openBrowser = keepBrowser();

/** Page tests are skipped on a machine without a browser; `npm test` says so before it starts. */
function skipWithoutBrowser(error: unknown): never {
  const test = TestRunner.getCurrentTest();
  if (error instanceof NoBrowserError && test) skipBecause(test.context, 'browser', error.message);
  throw error;
}

/** Opens a page for a test; page errors, console errors and CSP violations fail it. */
export async function withPage(run: (page: Page) => Promise<void>, options: PageOptions = {}): Promise<void> {
  const { path = '/', as, viewport = DESKTOP, colorScheme = 'light', hasTouch = false } = options;
  const context = await openContext(await openBrowser().catch(skipWithoutBrowser), {
    viewport,
    colorScheme,
    hasTouch,
    // Animations take a quarter of the browser's CPU time.
    reducedMotion: 'reduce',
  });
  if (as) await restoreSession(context, typeof as === 'string' ? await signInSeeded(as) : as);
  // Routes turn off the browser's cache, so only the sign-in page gets one.
  if (!as) await stubSignInScript(context);
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  const errors = collectErrors(page, options.expectedErrors ?? []);
  await page.addInitScript(reportViolations);
  try {
    if (as === 'admin' && options.hasAlerts !== true) await answerWith(page, listAlerts.path, NO_ALERTS);
    await options.arrange?.(page);
    await page.goto(path);
    await run(page);
    expect(errors).toEqual([]);
  } catch (failure) {
    throw await describeFailure(failure, page, errors);
  } finally {
    await context.close();
  }
}

const NO_ALERTS = { json: { alerts: [] } };

const MAX_PAGE_TEXT = 3000;

/** Adds the page's errors and text to the error, and saves a screenshot. */
async function describeFailure(failure: unknown, page: Page, errors: readonly string[]): Promise<unknown> {
  if (!(failure instanceof Error)) return failure;
  const name =
    expect
      .getState()
      .currentTestName?.replaceAll(/[^\w]+/g, '-')
      .slice(0, 80) ?? 'page';
  if (errors.length > 0) failure.message += `\n\nThe page's errors:\n${errors.join('\n')}`;
  try {
    failure.message += `\n\nThe page said:\n${(await page.innerText('body', { timeout: 5000 })).slice(0, MAX_PAGE_TEXT)}`;
    await page.screenshot({ path: `${FAILURES}/${name}.png`, timeout: 5000 });
  } catch (error) {
    failure.message += `\n\nThe page could not be read: ${String(error)}`;
  }
  return failure;
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

import sparticuz from '@sparticuz/chromium';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { config } from '../config.ts';

const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
];

/** A browser for the tests of one file; each page fails its test on a page error, a console error or a CSP violation. */
export function useBrowser() {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: await sparticuz.executablePath(),
      args: [
        ...sparticuz.args.filter((arg) => arg !== '--single-process' && arg !== '--no-zygote'),
        ...QUIET,
      ],
      headless: true,
    });
  });
  afterAll(() => browser.close());

  return async function withPage(run: (page: Page) => Promise<void>, options: { path?: string } = {}) {
    const context = await browser.newContext({ baseURL: config.portalUrl });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    try {
      await page.goto(options.path ?? '/');
      await run(page);
      expect(complaints).toEqual([]);
    } finally {
      await context.close();
    }
  };
}

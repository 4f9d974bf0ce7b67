import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test, type TestContext } from 'vitest';
import { config } from '../config.ts';
import { collectErrors, findFirefox, launchFirefox } from './find-firefox.ts';
import { setLatency } from '../support/sandbox.ts';
import { drawPictures } from '../support/stylizer-page.ts';

const executablePath = findFirefox();
let firefox: Browser | undefined;
let folder = '';

beforeAll(async () => {
  if (executablePath === undefined) return;
  firefox = await launchFirefox(executablePath);
  folder = mkdtempSync(join(tmpdir(), 'portal-firefox-'));
  for (const { name, bytes } of await drawPictures('one.png')) writeFileSync(join(folder, name), bytes);
});
afterAll(async () => {
  await firefox?.close();
  if (folder !== '') rmSync(folder, { recursive: true });
});
beforeEach(() => setLatency(0));

/** Opens a page as an admin; page errors, console errors and CSP violations fail the test. */
const inFirefox = (run: (page: Page) => Promise<void>) => async (context: TestContext) => {
  if (!firefox) {
    context.skip('Firefox is not installed (apt-get install firefox-esr).');
    return;
  }
  const browserContext = await firefox.createBrowserContext();
  try {
    const page = await browserContext.newPage();
    page.setDefaultTimeout(60_000);
    const errors = await collectErrors(page);
    await page.goto(config.portalUrl);
    await findButton(page, 'admin@studio.example').click();
    await waitForText(page, 'h1', 'Welcome to the product');
    await run(page);
    expect(errors).toEqual([]);
  } finally {
    await browserContext.close();
  }
};

const findButton = (page: Page, text: string) => page.locator(`button::-p-text(${text})`);
const findRadio = (page: Page, value: string) => page.locator(`input[type=radio][value="${value}"]`);
const waitForText = (page: Page, selector: string, text: string) =>
  page.locator(`${selector}::-p-text(${text})`).wait();

async function open(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(config.portalUrl + path);
  await waitForText(page, 'h1', heading);
}

async function choosePicture(page: Page): Promise<void> {
  const input = await page.waitForSelector('input[type=file]');
  if (!input) throw new Error('Drop zone not found.');
  await input.uploadFile(join(folder, 'one.png'));
  await waitForText(page, 'section', '1 image(s) selected');
}

test(
  'Firefox generates an image',
  inFirefox(async (page) => {
    await open(page, '/tools/bulk-image-generator', 'Bulk Image Generator');
    await page.locator('form textarea').fill('A red fox in Firefox');
    for (const value of ['low', 'opaque', '1:1', 'png']) await findRadio(page, value).click();
    await page.locator('button[type=submit]').click();
    await waitForText(page, 'article', '1/1 completed');
  }),
);

test(
  'Firefox upscales an image',
  inFirefox(async (page) => {
    await open(page, '/tools/upscale-enhancement', 'Upscale & Enhancement');
    await choosePicture(page);
    await findButton(page, 'Process Images').click();
    await waitForText(page, 'article', '1/1 completed');
  }),
);

test(
  'Firefox generates keywords for an image',
  inFirefox(async (page) => {
    await open(page, '/tools/keyword-generator', 'Keyword Generator');
    await choosePicture(page);
    await findButton(page, 'Generate keywords').click();
    await waitForText(page, 'article', '1/1');
  }),
);

test(
  'Firefox transforms an image',
  inFirefox(async (page) => {
    await open(page, '/tools/stylizer', 'Stylizer');
    await findRadio(page, 'anime').click();
    await choosePicture(page);
    await findButton(page, 'Transform Images').click();
    await waitForText(page, 'article', '1/1');
  }),
);

test(
  'Firefox shows the admin pages',
  inFirefox(async (page) => {
    await open(page, '/admin/user-directory', 'User Directory');
    await waitForText(page, 'main', 'artist@studio.example');
    await open(page, '/admin/cloudinary', 'Storage Cleanup Management');
    await findButton(page, 'Run Manual Cleanup').wait();
    await open(page, '/admin/api', 'API Management');
    await waitForText(page, 'h2, h3', 'Health');
  }),
);

test(
  'Firefox draws the form card with a dark scrollbar in dark mode',
  inFirefox(async (page) => {
    await page.setViewport({ width: 1280, height: 620 });
    await page.evaluate(() => localStorage.setItem('mui-mode', 'dark'));
    await open(page, '/tools/bulk-image-generator', 'Bulk Image Generator');
    const scrollbar = await page.$eval('form textarea', (field) => {
      let box: Element | null = field;
      while (box && (box.clientHeight === box.scrollHeight || getComputedStyle(box).overflowY !== 'auto')) {
        box = box.parentElement;
      }
      const { right = 0, top = 0 } = box?.getBoundingClientRect() ?? {};
      return { left: Math.round(right) - 12, top: Math.round(top) + 40, width: 11, height: 100 };
    });
    const pixels = await sharp(await page.screenshot())
      .removeAlpha()
      .extract(scrollbar)
      .raw()
      .toBuffer();
    expect(Math.max(...pixels)).toBeLessThan(200);
  }),
);

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { skipBecause } from '@portal/test-programs';
import { findProgram } from '@portal/test-programs/find-program';
import type { Browser, Page } from 'puppeteer-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest';
import { config } from '../config.ts';
import { collectErrors, launchFirefox } from './launch-firefox.ts';
import { navigate } from '../support/navigate.ts';
import { setLatency } from '../support/sandbox.ts';
import { drawPictures } from '../support/stylizer-page.ts';

const executablePath = findProgram('firefox-esr', 'firefox');
let firefox: Browser | undefined;
/** Signed in as an admin. */
let page: Page;
let errors: string[];
let folder = '';

beforeAll(async () => {
  if (executablePath === undefined) return;
  firefox = await launchFirefox(executablePath);
  folder = mkdtempSync(join(tmpdir(), 'portal-firefox-'));
  for (const { name, bytes } of await drawPictures('one.png')) writeFileSync(join(folder, name), bytes);
  await setLatency(0);
  page = await firefox.newPage();
  page.setDefaultTimeout(60_000);
  errors = await collectErrors(page);
  await page.goto(config.portalUrl);
  await findButton('admin@studio.example').click();
  await waitForText('h1', 'Welcome to the product');
});
afterAll(async () => {
  await firefox?.close();
  if (folder !== '') rmSync(folder, { recursive: true });
});

/** Page errors, console errors and CSP violations fail the test, also those of the sign-in. */
const inFirefox = (run: () => Promise<void>) => async (context: TestContext) => {
  if (!firefox) skipBecause(context, 'firefox', 'Firefox is not installed (apt-get install firefox-esr).');
  await run();
  expect(errors.splice(0)).toEqual([]);
};

const findButton = (text: string) => page.locator(`button::-p-text(${text})`);
const findRadio = (value: string) => page.locator(`input[type=radio][value="${value}"]`);
const waitForText = (selector: string, text: string) => page.locator(`${selector}::-p-text(${text})`).wait();

async function open(path: string, heading: string): Promise<void> {
  await navigate(page, path);
  await waitForText('h1', heading);
}

async function choosePicture(): Promise<void> {
  const input = await page.waitForSelector('input[type=file]');
  if (!input) throw new Error('Drop zone not found.');
  await input.uploadFile(join(folder, 'one.png'));
  await waitForText('section', '1 image(s) selected');
}

test(
  'Firefox generates an image',
  inFirefox(async () => {
    await open('/tools/bulk-image-generator', 'Bulk Image Generator');
    await page.locator('form textarea').fill('A red fox in Firefox');
    for (const value of ['low', 'opaque', '1:1', 'png']) await findRadio(value).click();
    await page.locator('button[type=submit]').click();
    await waitForText('article', '1/1 completed');
  }),
);

test(
  'Firefox upscales an image',
  inFirefox(async () => {
    await open('/tools/upscale-enhancement', 'Upscale & Enhancement');
    await choosePicture();
    await findButton('Process Images').click();
    await waitForText('article', '1/1 completed');
  }),
);

test(
  'Firefox generates keywords for an image',
  inFirefox(async () => {
    await open('/tools/keyword-generator', 'Keyword Generator');
    await choosePicture();
    await findButton('Generate keywords for 1 image').click();
    await waitForText('article', '1/1');
  }),
);

test(
  'Firefox transforms an image',
  inFirefox(async () => {
    await open('/tools/stylizer', 'Stylizer');
    await findRadio('anime').click();
    await choosePicture();
    await findButton('Transform Images').click();
    await waitForText('article', '1/1');
  }),
);

test(
  'Firefox shows the admin pages',
  inFirefox(async () => {
    await open('/admin/user-directory', 'User Directory');
    await waitForText('main', 'artist@studio.example');
    await open('/admin/cloudinary', 'Storage Cleanup Management');
    await findButton('Run Manual Cleanup').wait();
    await open('/admin/api', 'API Management');
    await waitForText('h2, h3', 'Health');
  }),
);

test(
  'Firefox draws the form card with a dark scrollbar in dark mode',
  inFirefox(async () => {
    await page.setViewport({ width: 1280, height: 620 });
    await page.evaluate(() => localStorage.setItem('mui-mode', 'dark'));
    await page.goto(`${config.portalUrl}/tools/bulk-image-generator`);
    // The first page has the heading already, and no form.
    await page.locator('form textarea').wait();
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

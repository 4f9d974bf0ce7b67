/** What the artists of the whole day do, with clicks only. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { WALKS, type ProviderTitle } from '../image-generator/walks.ts';
import {
  choose,
  chooseAction,
  eventually,
  findCard,
  findPrompt,
  findQuantity,
  findSubmit,
  openOptions,
  submit,
  waitForText,
} from '../support/generator-page.ts';
import { waitUntilSent } from '../support/half-price.ts';
import { findSubmit as findAnalyze, generate as analyze } from '../support/keyword-page.ts';
import { NEW_JOB_PAGE, openSteps } from '../support/job-pages.ts';
import { navigate } from '../support/navigate.ts';
import { readZip } from '../support/read-zip.ts';
import { chooseStyle, transform } from '../support/stylizer-page.ts';
import { waitForCount } from '../support/uploads-page.ts';
import { processImages } from '../support/upscale-page.ts';

const CSV = 'keywords.csv';

const findPictures = (page: Page): Locator =>
  page.getByRole('group', { name: 'Pictures' }).locator('button[aria-pressed]');
const findBar = (page: Page): Locator => page.getByRole('toolbar', { name: 'Selected pictures' });
const openLibrary = (page: Page) =>
  page.getByRole('navigation', { name: 'Tools and Library' }).getByRole('link', { name: 'Library' }).click();
const expectPictures = (page: Page, count: number) =>
  expect.poll(() => findPictures(page).count()).toBe(count);

/** From the menu of a card or the button of a selection. */
async function sendTo(page: Page, from: Locator, tool: string): Promise<void> {
  await from
    .getByRole('button', { name: /^(Send to|More actions)$/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: tool }).click();
}

/** A list of the studio times a model, upscaled and described. Returns the path of its page. */
export async function makeJob(page: Page, prompt: string, pictures: number): Promise<string> {
  await navigate(page, NEW_JOB_PAGE);
  await openSteps(page);
  await page.getByRole('textbox', { name: 'Prompts' }).fill(prompt);
  const lane = page.getByRole('form', { name: 'Model', exact: true });
  const check = (field: string, option: string) =>
    lane.getByRole('radiogroup', { name: field, exact: true }).getByRole('radio', { name: option }).check();
  await check('Provider', 'Stable Diffusion');
  await check('Version', 'Medium');
  await lane.getByRole('combobox', { name: 'Style preset' }).click();
  await page.getByRole('option', { name: 'Photographic' }).click();
  await check('Aspect ratio', '1:1');
  await check('Output format', 'JPEG');
  await page.getByRole('switch', { name: 'Upscale' }).check();
  await page.getByRole('switch', { name: 'Keywords' }).check();
  await page.getByRole('combobox', { name: 'Export for' }).selectOption('adobe-stock');
  await page.getByRole('button', { name: new RegExp(`^Make ${pictures} pictures for about `) }).click();
  await page.waitForURL(/\/jobs\/(?!new)/);
  return new URL(page.url()).pathname;
}

/** Looks at the job's pictures side by side, stars one, and sends all to the agency. */
export async function deliverJob(page: Page, pictures: number): Promise<void> {
  await page.getByRole('main').getByText('Done', { exact: true }).waitFor();
  const first = page.locator('#job-picture-0-0');
  await first.focus();
  await page.keyboard.press('s');
  await expect.poll(() => first.getAttribute('aria-label')).toMatch(/starred/);
  await page.getByRole('button', { name: 'Export for Adobe Stock' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export for agency' });
  await dialog.getByText(`${pictures} of ${pictures} pictures are ready for Adobe Stock.`).waitFor();
  await dialog.getByRole('button', { name: 'Send to agency' }).click();
  await page
    .getByRole('dialog', { name: `Send ${pictures} pictures to Adobe Stock?` })
    .getByRole('button', { name: 'Send', exact: true })
    .click();
  const card = page.getByRole('listitem', { name: 'Adobe Stock' });
  await card.getByText(`${pictures} of ${pictures} files sent`).waitFor();
}

/** Returns the batch. */
export async function generate(
  page: Page,
  provider: ProviderTitle,
  prompt: string,
  count: number,
): Promise<string> {
  await choose(page, 'Provider', provider);
  await WALKS[provider].fill(page);
  await findPrompt(page).fill(prompt);
  await findQuantity(page).fill(String(count));
  return submit(page);
}

/** Returns the batch once the provider has it. */
export async function generateWithinADay(page: Page, prompt: string, count: number): Promise<string> {
  await openOptions(page);
  await choose(page, 'Ready', 'Within 24 hours');
  const id = await generate(page, 'ChatGPT', prompt, count);
  await waitUntilSent(id);
  await findCard(page, id)
    .getByText(/^Half price, ready by .+ at the latest$/)
    .waitFor();
  return id;
}

/** More than the month's limit has room for, and then less. */
export async function meetLimit(page: Page): Promise<void> {
  const warning = page.getByRole('status', { name: 'Spending limit' });
  await choose(page, 'Provider', 'Grok');
  await findPrompt(page).fill('a herd of foxes');
  await findQuantity(page).fill('100');
  await warning.getByText(/of your monthly limit is left/).waitFor();
  expect(await findSubmit(page).isDisabled()).toBe(true);
  await findQuantity(page).fill('2');
  await eventually(() => findSubmit(page).isEnabled()).toBe(true);
}

/** Stars pictures of a batch in the Library, and sends them on: to be upscaled, and then described. Uploads nothing. */
export async function starAndDescribe(page: Page, prompt: string, starred: number): Promise<string> {
  const uploads: string[] = [];
  page.on('request', (request) => {
    const type = request.headers()['content-type'] ?? '';
    const isUpload = /\/api\/uploads$|\/v0\/b\//.test(request.url()) || type.startsWith('multipart/');
    if (isUpload) uploads.push(request.url());
  });
  await openLibrary(page);
  await page.getByRole('searchbox', { name: 'Search pictures' }).fill(prompt);
  await findPictures(page).first().focus();
  for (let count = 0; count < starred; count += 1) {
    await page.keyboard.press('s');
    await page.keyboard.press('ArrowRight');
  }
  await page.getByRole('button', { name: 'Starred', exact: true }).click();
  await expectPictures(page, starred);
  await findPictures(page).first().focus();
  await page.keyboard.press('ControlOrMeta+a');
  await sendTo(page, findBar(page), 'Upscale & Enhancement');

  await waitForCount(page, starred);
  await page.getByText(`Upscales ${starred} images to 2x · Free`).waitFor();
  const upscaled = await processImages(page);
  const card = findCard(page, upscaled);
  await waitForText(card, `${starred}/${starred} completed`);
  await sendTo(page, card, 'Keyword Generator');
  await findAnalyze(page).waitFor();
  await waitForText(findCard(page, await analyze(page)), `${starred}/${starred} completed`);
  expect(uploads).toEqual([]);
  return upscaled;
}

/** The files are named as in the CSV. */
export async function downloadDescribed(page: Page, count: number): Promise<void> {
  await openLibrary(page);
  await page.getByRole('combobox', { name: 'Tool' }).selectOption('keyword-generator');
  await page
    .getByRole('button', { name: /^Select all of/ })
    .first()
    .click();
  const downloading = page.waitForEvent('download');
  await findBar(page).getByRole('button', { name: 'Download ZIP' }).click();
  const files = await readZip(await readFile(await (await downloading).path()));
  const names = files.map(({ name }) => name).filter((name) => name !== CSV);
  expect(names).toHaveLength(count);
  const csv = files.find(({ name }) => name === CSV)?.bytes.toString() ?? '';
  const [, ...rows] = csv.trim().split('\n');
  expect(rows.map((row) => row.split(',', 1).join('').replaceAll('"', '')).toSorted()).toEqual(
    names.toSorted(),
  );
}

/** Returns the batch of the Stylizer. */
export async function styleOne(page: Page, prompt: string): Promise<string> {
  await page.getByRole('combobox', { name: 'Tool' }).selectOption('image-generator');
  await page.getByRole('searchbox', { name: 'Search pictures' }).fill(prompt);
  await findPictures(page).first().locator('[data-select-mark]').click();
  await sendTo(page, findBar(page), 'Stylizer');
  await waitForCount(page, 1);
  await chooseStyle(page, 'Studio Ghibli');
  const id = await transform(page);
  await waitForText(findCard(page, id), '1/1 completed');
  return id;
}

/** Makes the link, and a way to end it. */
export async function share(page: Page, card: Locator) {
  await chooseAction(page, card, 'Share');
  const dialog = page.getByRole('dialog', { name: 'Share batch' });
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const url = await dialog.getByRole('textbox', { name: 'Link to this batch' }).inputValue();
  const revoke = async () => {
    await dialog.getByRole('button', { name: 'Revoke link' }).click();
    await dialog.getByRole('button', { name: 'Create link' }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  return { path: new URL(url).pathname, revoke };
}

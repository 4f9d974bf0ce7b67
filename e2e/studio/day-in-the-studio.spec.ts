/** From prompts to a ZIP with keywords, with clicks only. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WALKS, type ProviderTitle } from '../image-generator/walks.ts';
import { newEmail, signIn } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import {
  choose,
  findCard,
  findPrompt,
  findQuantity,
  GENERATOR_PAGE,
  submit,
} from '../support/generator-page.ts';
import * as generator from '../support/generator.ts';
import { resetTools, setTool } from '../support/jobs.ts';
import { findSubmit as findAnalyze, generate as analyze } from '../support/keyword-page.ts';
import * as keywords from '../support/keywords.ts';
import { upscaler } from '../support/picture-tools.ts';
import { readZip } from '../support/read-zip.ts';
import { countByProvider, setLatency } from '../support/sandbox.ts';
import { waitForCount } from '../support/uploads-page.ts';
import { processImages } from '../support/upscale-page.ts';

const PER_PROVIDER = 12;
const STARRED = 6;
const CSV = 'keywords.csv';

beforeAll(async () => {
  await setLatency(0);
  await setTool('upscaleEngine', 'cloudinary');
});
afterAll(resetTools);

const pictures = (page: Page) =>
  page.getByRole('group', { name: 'Pictures' }).locator('button[aria-pressed]');
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected pictures' });
const openLibrary = (page: Page) =>
  page.getByRole('navigation', { name: 'Tools and Library' }).getByRole('link', { name: 'Library' }).click();

async function sendTo(page: Page, title: string): Promise<void> {
  await page.getByRole('menuitem', { name: title }).click();
}

test('generates, stars, upscales, describes and downloads, without an upload', async () => {
  const artist = await signIn(newEmail());
  const before = await countByProvider();
  const prompt = generator.makePrompt('a day in the studio');
  await withPage(
    async (page) => {
      const uploads: string[] = [];
      page.on('request', (request) => {
        const type = request.headers()['content-type'] ?? '';
        if (/\/api\/uploads$|\/v0\/b\//.test(request.url()) || type.startsWith('multipart/')) {
          uploads.push(request.url());
        }
      });
      const start = async (title: ProviderTitle) => {
        await choose(page, 'Provider', title);
        await WALKS[title].fill(page);
        await findPrompt(page).fill(prompt);
        await findQuantity(page).fill(String(PER_PROVIDER));
        return submit(page);
      };
      const [first, second] = [await start('Grok'), await start('Stable Diffusion')];
      await Promise.all([first, second].map((id) => generator.waitForBatch(artist, id)));

      await openLibrary(page);
      await page.getByText(`${2 * PER_PROVIDER} pictures`, { exact: true }).waitFor();
      await pictures(page).first().focus();
      for (let count = 0; count < STARRED; count += 1) {
        await page.keyboard.press('s');
        await page.keyboard.press('ArrowRight');
      }
      await page.getByRole('button', { name: 'Starred', exact: true }).click();
      await expect.poll(() => pictures(page).count()).toBe(STARRED);
      await pictures(page).first().focus();
      await page.keyboard.press('ControlOrMeta+a');
      await bar(page).getByRole('button', { name: 'Send to' }).click();
      await sendTo(page, 'Upscale & Enhancement');

      await waitForCount(page, STARRED);
      await page.getByText(`Upscales ${STARRED} images to 2x · Free`).waitFor();
      const upscaled = await processImages(page);
      await upscaler.waitForBatch(artist, upscaled);
      const card = findCard(page, upscaled);
      await card.getByRole('button', { name: 'Send to' }).click();
      await sendTo(page, 'Keyword Generator');

      await findAnalyze(page).waitFor();
      const written = await analyze(page);
      await keywords.waitForBatch(artist, written);

      await openLibrary(page);
      await page.getByRole('combobox', { name: 'Tool' }).selectOption('keyword-generator');
      await expect.poll(() => pictures(page).count(), { timeout: 20_000 }).toBe(STARRED);
      await page.getByRole('button', { name: /^Select all of/ }).click();
      const downloading = page.waitForEvent('download', { timeout: 60_000 });
      await bar(page).getByRole('button', { name: 'Download ZIP' }).click();
      const files = await readZip(await readFile(await (await downloading).path()));
      const names = files.map(({ name }) => name).filter((name) => name !== CSV);
      expect(names).toHaveLength(STARRED);
      const csv = files.find(({ name }) => name === CSV)?.bytes.toString() ?? '';
      const [, ...rows] = csv.trim().split('\n');
      expect(rows.map((row) => row.split(',', 1).join('').replaceAll('"', '')).toSorted()).toEqual(
        names.toSorted(),
      );
      expect(uploads).toEqual([]);
    },
    { path: GENERATOR_PAGE, as: artist },
  );
  const after = await countByProvider();
  expect(after.xai.paid - before.xai.paid).toBe(PER_PROVIDER);
  expect(after.stability.paid - before.stability.paid).toBe(PER_PROVIDER);
  expect(after.openai.paid - before.openai.paid).toBe(STARRED);
}, 150_000);

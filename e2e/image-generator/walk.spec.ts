import { readFile } from 'node:fs/promises';
import jszip from 'jszip';
import type { Download, Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { waitForIdle } from '../support/batches.ts';
import { withPage } from '../support/browser.ts';
import { toast } from '../support/directory.ts';
import { listBatches, makePrompt } from '../support/generator.ts';
import {
  choose,
  chooseAction,
  eventually,
  findCard,
  findForm,
  findHistory,
  findPrompt,
  findQuantity,
  GENERATE_CALL,
  GENERATOR_PAGE,
  submit,
  waitForText,
} from '../support/generator-page.ts';
import { cancelBatch, clearHistory, deleteBatch, renameTo } from '../support/history-actions.ts';
import { addFaults, clearFaults, countCalls, release, setLatency, storeOnly } from '../support/sandbox.ts';
import { WALKS, type ProviderTitle, type Walk } from './walks.ts';

beforeEach(async () => {
  await setLatency(0);
  await release();
  // Only this test's images may be stored first.
  await waitForIdle();
});
afterEach(release);

test('ChatGPT: 12 images arrive one by one; view, download, rename [T1.4, T1.5, T1.6, T2.1.11, T2.1.12, T2.1.13, T2.1.15, T2.1.17, T2.1.18, T3.1.1, T3.1.2, T4.3.9, T8.2.4]', async () => {
  const walk = WALKS.ChatGPT;
  await withPage(
    async (page) => {
      await findHistory(page).getByText('No batch history yet', { exact: true }).waitFor();
      await walk.fill(page);
      const card = await watchImages(page, walk, { count: 12, first: 4 });
      await checkImages(page, card, walk);
      await renameTo(card, 'Red fox / "one"');
      await downloadZip(page, card, walk, 12);
      await copySettings(page, card, 'ChatGPT');
    },
    { as: await signIn(newEmail()), path: GENERATOR_PAGE },
  );
});

test('Gemini, Stable Diffusion and Grok have their own fields and file types [T1.5, T2.1.13, T2.1.17, T3.1.1, T3.1.3, T3.1.4, T3.1.6, T3.1.7, T4.3.9]', async () => {
  await withPage(
    async (page) => {
      for (const name of ['Gemini', 'Stable Diffusion', 'Grok'] as const) {
        const walk = WALKS[name];
        await choose(page, 'Provider', name);
        await walk.fill(page);
        const card = await watchImages(page, walk, { count: 2, first: 1 });
        await renameTo(card, 'Red fox / "one"');
        await downloadZip(page, card, walk, 2);
        await copySettings(page, card, name);
      }
    },
    { as: await signIn(newEmail()), path: GENERATOR_PAGE },
  );
});

test('cancels, retries, deletes and clears batches [T2.1.8, T2.1.14, T2.1.16, T4.2.5, D-one-studio.6]', async () => {
  const artist = await signIn(newEmail());
  await withPage(
    async (page) => {
      await WALKS.ChatGPT.fill(page);
      const card = await cancelInFlight(page);
      await retryFailed(page);
      await deleteBatch(page, card, () => card.getByRole('button', { name: 'Delete' }).click());
      await eventually(() => findHistory(page).getByRole('article').count()).toBe(2);
      await clearHistory(page);
      expect(await listBatches(artist)).toEqual([]);
    },
    { as: artist, path: GENERATOR_PAGE },
  );
});

const openers = (card: Locator) => card.getByRole('button', { name: /^Open image \d+$/ });

/** Of `count` images, the first are stored before the rest. */
async function watchImages(
  page: Page,
  walk: Walk,
  { count, first }: { count: number; first: number },
): Promise<Locator> {
  const prompt = makePrompt('red fox in the snow');
  await storeOnly(first, 'image-generator');
  await findPrompt(page).fill(prompt);
  await findQuantity(page).fill(String(count));
  const [sent, id] = await Promise.all([page.waitForRequest(`**${GENERATE_CALL}`), submit(page)]);
  const card = findCard(page, id);
  expect(sent.postDataJSON()).toEqual({ prompt, quantity: count, ...walk.sent });
  await waitForText(card, `${first}/${count} completed`);
  await eventually(() => card.locator('img').count()).toBe(first);
  expect(await openers(card).count()).toBe(first);
  expect(await card.locator('[data-slot]').count()).toBe(count - first);
  for (const fact of walk.facts) await card.getByText(fact, { exact: true }).waitFor();
  await release();
  await waitForText(card, `${count}/${count} completed`);
  await eventually(() => card.locator('img').count()).toBe(count);
  expect(await countCalls(prompt)).toMatchObject({ paid: count });
  return card;
}

async function checkImages(page: Page, card: Locator, { ending, start }: Walk) {
  await card.getByRole('button', { name: 'View images' }).click();
  const grid = page.getByRole('dialog', { name: /^Images in / });
  const cells = grid.getByRole('listitem');
  await eventually(() => cells.count()).toBe(12);
  await eventually(() => cells.locator('img').count()).toBe(12);
  const names = await cells.locator('p').allTextContents();
  const [first, second, third] = names;
  expect(first).toMatch(new RegExp(`_001\\.${ending}$`));
  const downloads = cells.getByRole('button', { name: /^Download / });
  expect(await downloads.evaluateAll((buttons) => buttons.map(({ ariaLabel }) => ariaLabel))).toEqual(
    names.map((name) => `Download ${name}`),
  );
  const tops = await cells.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().top));
  expect(tops[1]).toBe(tops[0]);

  await grid.getByRole('button', { name: `View ${first}` }).click();
  const viewer = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Zoom in' }) });
  const picture = (fileName = '') => viewer.getByRole('img', { name: fileName });
  await picture(first).waitFor();
  await page.keyboard.press('ArrowRight');
  await picture(second).waitFor();
  await page.keyboard.press('ArrowRight');
  await picture(third).waitFor();
  await page.keyboard.press('ArrowLeft');
  await picture(second).waitFor();
  await viewer.getByText('2 / 12').waitFor();

  const widthOf = async () => (await picture(second).boundingBox())?.width ?? 0;
  let fitting = 0;
  // No spinner while the image replaces its thumbnail.
  await eventually(async () => (fitting = await widthOf())).toBeGreaterThan(0);
  await viewer.getByRole('button', { name: 'Zoom in' }).click();
  await eventually(widthOf).toBeCloseTo(fitting * 1.5, 0);
  await page.keyboard.press('0');
  await eventually(widthOf).toBeCloseTo(fitting, 0);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    viewer.getByRole('button', { name: `Download ${second}` }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(second);
  expect((await readDownload(download)).toString('latin1')).toMatch(new RegExp(`^${start}`));

  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'detached' });
  await grid.getByRole('button', { name: 'Close' }).click();
  await grid.waitFor({ state: 'detached' });
}

const readDownload = async (download: Download): Promise<Buffer> => readFile(await download.path());

async function downloadZip(page: Page, card: Locator, { start, ending }: Walk, count: number) {
  const downloading = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Download ZIP' }).click();
  const started = toast(page, 'Download Started');
  await started.getByText('ZIP file download has begun.', { exact: true }).waitFor();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('Red_fox____one__images.zip');
  const { files } = await jszip.loadAsync(await readDownload(download));
  const names = Object.keys(files).toSorted();
  expect(names).toHaveLength(count);
  expect(names.every((name) => name.endsWith(`.${ending}`))).toBe(true);
  for (const name of names) {
    const bytes = await files[name]?.async('nodebuffer');
    expect(bytes?.toString('latin1').startsWith(start), name).toBe(true);
  }
}

async function copySettings(page: Page, card: Locator, name: ProviderTitle) {
  const before = await readControls(page);
  await choose(page, 'Provider', name === 'Grok' ? 'ChatGPT' : 'Grok');
  await findPrompt(page).fill('');
  await findQuantity(page).fill('3');
  await card.getByRole('button', { name: 'Copy Settings' }).click();
  await eventually(() => readControls(page)).toEqual(before);
}

/** The accessible value of each control. */
const readControls = async (page: Page): Promise<string[]> =>
  (await findForm(page).ariaSnapshot())
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^- (radio|textbox|slider|combobox)/.test(line));

async function cancelInFlight(page: Page): Promise<Locator> {
  const prompt = makePrompt('cancelled in flight');
  await storeOnly(1);
  await findPrompt(page).fill(prompt);
  await findQuantity(page).fill('12');
  const card = findCard(page, await submit(page));
  await waitForText(card, '1/12 completed');
  // The queue's concurrency; the last image waits.
  await eventually(() => card.locator('[data-slot=running]').count()).toBe(10);
  await eventually(async () => (await countCalls(prompt)).received).toBe(11);
  await cancelBatch(page, card);
  await toast(page, 'Batch cancelled').waitFor();
  await waitForText(card, '1 cancelled');
  await release();
  await waitForText(card, '11/12 completed');
  await waitForText(card, 'Cancelled');
  expect(await openers(card).count()).toBe(11);
  expect(await countCalls(prompt)).toMatchObject({ received: 11 });
  return card;
}

async function retryFailed(page: Page) {
  const prompt = makePrompt('failed at first');
  const match = { promptIncludes: prompt };
  await addFaults(
    { provider: 'openai', match, times: 1, fault: { kind: 'refusal' } },
    { provider: 'openai', match, fault: { kind: 'server-error' } },
  );
  await findPrompt(page).fill(prompt);
  await findQuantity(page).fill('3');
  const card = findCard(page, await submit(page));
  await waitForText(card, '0/3 completed');
  await waitForText(card, '3 failed');
  await waitForText(card, 'Failed');
  await clearFaults();
  await chooseAction(page, card, 'Retry failed');
  const dialog = page.getByRole('dialog', { name: 'Failed images' });
  await dialog.getByRole('listitem').first().waitFor();
  expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^2 × .*internal error.*\n+.+, .+ · failed after 3 attempts$/),
    expect.stringMatching(/ · failed after 1 attempt\n+.*content rules/),
  ]);
  await dialog.getByRole('button', { name: 'Retry 2 images' }).click();
  await toast(page, 'Retry started').waitFor();
  const retried = findHistory(page).getByRole('article').first();
  await waitForText(retried, '2/2 completed');
  await dialog.waitFor({ state: 'detached' });
  // It may cover a button.
  await toast(page, '').waitFor({ state: 'detached' });
  await card.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Share' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Retry failed' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  expect(await countCalls(prompt)).toMatchObject({ received: 9, paid: 2 });
}

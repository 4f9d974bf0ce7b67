import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { toast } from '../support/directory.ts';
import { eventually, findCard, findHistory, waitForText } from '../support/generator-page.ts';
import { clearHistory, deleteBatch } from '../support/history-actions.ts';
import {
  ANALYZE_CALL,
  close,
  findAction,
  findEditor,
  findForm,
  findKeywordInput,
  findTitle,
  generate,
  KEYWORD_PAGE,
  openFailedItems,
  openResults,
  readKeywords,
} from '../support/keyword-page.ts';
import { listBatches, makeAnswer } from '../support/keywords.ts';
import { drawPicture } from '../support/pictures.ts';
import { hold } from '../support/routes.ts';
import { addFaults, isHeld, release, setLatency } from '../support/sandbox.ts';
import { drop, findIgnored, waitForCount, withFolder } from '../support/uploads-page.ts';
import {
  CHANGED_KEYWORDS,
  exportForAgencies,
  exportPlain,
  FORMULA,
  KEYWORDS,
  titleOf,
} from './walk-exports.ts';

beforeEach(() => setLatency(0));
afterEach(release);

const UNUSABLE = ['lost one.jpg', 'lost two.jpg'];
const SLOW = 'slow sea.jpg';
const PLACES = ['lake', 'meadow', 'ridge', 'river', 'forest', 'village', 'harbor', 'dune', 'glacier'];

const scriptAnswer = (fileName: string, text: string) =>
  ({
    provider: 'openai',
    match: { promptIncludes: fileName },
    fault: { kind: 'says', text },
  }) as const;

/** Model responses by file name. */
async function makeFiles(): Promise<Record<string, Buffer>> {
  const names = [...PLACES.map((place) => `${place}.${place === 'dune' ? 'png' : 'jpg'}`), SLOW, ...UNUSABLE];
  const files = names.map(
    async (name) => [name, await drawPicture({ format: name.endsWith('png') ? 'png' : 'jpeg' })] as const,
  );
  return Object.fromEntries(await Promise.all(files));
}

test('processes 12 images, 2 failing: progress, retry, edits, CSV and ZIP [T1.10, T1.11, T2.3.4, T2.3.5, T2.3.6, T2.3.7, T2.3.8, T2.3.9, T2.3.10, T2.3.11, T3.6.1, T3.6.2, T3.6.3, T4.1.8, T4.1.9, T4.5.1, T4.5.5, T7.3.7, T7.3.9, T7.3.10, T7.3.11, T8.4.4, T9.0.18, T9.0.19, D-media.8, D-media.9, D-media.10, D-media.11, D-one-studio.13, D-providers.15]', async () => {
  const writer = await signIn(newEmail());
  const files = await makeFiles();
  const sending = hold(ANALYZE_CALL);
  await addFaults(
    ...UNUSABLE.map((name) => scriptAnswer(name, 'I see a bird, but this is no JSON.')),
    ...PLACES.map((place) =>
      scriptAnswer(`${place}.`, makeAnswer({ seo_image_title: titleOf(place), keywords: KEYWORDS })),
    ),
    { provider: 'openai', match: { promptIncludes: SLOW }, fault: { kind: 'hold' } },
  );
  await withPage(
    async (page) => {
      const card = findCard(page, await sendFolder(page, files, sending.release));
      await watchProgress(card);
      await tryFailedAgain(page, card);
      await changeTexts(page, card);
      await page.reload();
      await findChangesKept(page, card);
      await exportPlain(page, card, files);
      await exportForAgencies(page, card);
      await deleteBatch(page, card, () => findAction(card, 'Delete').click());
      await clearHistory(page);
      expect(await findForm(page).isVisible()).toBe(true);
      expect(await listBatches(writer)).toEqual([]);
    },
    { as: writer, path: KEYWORD_PAGE, arrange: sending.arrange },
  );
});

/** The history shows a placeholder during the upload. */
async function sendFolder(page: Page, files: Readonly<Record<string, Buffer>>, release: () => void) {
  let id = '';
  const inFolder = Object.entries(files).map(([name, bytes], index) => [
    index < 6 ? `shoot/${name}` : `shoot/second day/${name}`,
    bytes,
  ]);
  const others = { 'shoot/notes.txt': Buffer.from('notes'), 'shoot/empty.png': Buffer.alloc(0) };
  await withFolder({ ...Object.fromEntries(inFolder), ...others }, async (folder) => {
    await drop(page, [`${folder}/shoot`]);
    await waitForCount(page, 12);
    await findIgnored(page).getByText('2 files ignored: 1 empty, 1 not an image').waitFor();
    const starting = generate(page);
    const placeholder = findHistory(page).getByRole('article');
    await placeholder.getByText('Uploading...', { exact: true }).waitFor();
    await placeholder.getByText('0/12 completed', { exact: true }).waitFor();
    release();
    id = await starting;
  });
  return id;
}

/** Finished results are available before the rest. */
async function watchProgress(card: Locator) {
  await waitForText(card, '9/12 completed');
  await eventually(() => isHeld(SLOW)).toBe(true);
  await eventually(() => card.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('92');
  for (const name of ['Export CSV', 'Download ZIP', 'View results', 'View failed items', 'Cancel'])
    await card.getByRole('button', { name, exact: true }).waitFor();
  await release();
  await waitForText(card, '10/12 completed');
  await eventually(() => card.getByRole('button', { name: 'Cancel', exact: true }).count()).toBe(0);
}

async function tryFailedAgain(page: Page, card: Locator) {
  const dialog = await openFailedItems(page, card);
  await dialog
    .getByText('These items failed after 3 attempts and can be tried again in a new batch.', { exact: true })
    .waitFor();
  const items = dialog.getByRole('listitem');
  await eventually(() => items.locator('img').count()).toBe(2);
  const texts = (await items.allInnerTexts()).map((text) => text.split(/\n+/));
  expect(texts.map(([name]) => name)).toEqual(UNUSABLE);
  for (const [, error] of texts)
    expect(error).toBe('The answer could not be used: The answer is not JSON. Retry.');
  await dialog.getByRole('button', { name: 'Try again in a new batch' }).click();
  await toast(page, 'Retry started').waitFor();
  const retried = findHistory(page).getByRole('article').first();
  await waitForText(retried, '2/2 completed');
  expect(await findHistory(page).getByRole('article').count()).toBe(2);
}

async function changeTexts(page: Page, card: Locator) {
  const dialog = await openResults(page, card);
  await dialog.getByText('12 images', { exact: true }).waitFor();
  const dune = await searchFor(dialog, 'dune.png');
  expect(await findTitle(dune).inputValue()).toBe(titleOf('dune'));
  expect(await dune.getByRole('textbox', { name: 'Description' }).inputValue()).toBe(
    'A red kite flies over a green hill in the summer wind.',
  );
  expect(await readKeywords(dune)).toEqual(KEYWORDS);
  await dialog.getByRole('img', { name: 'dune.png' }).waitFor();

  await dune.getByText('hunting', { exact: true }).dblclick();
  await dune.getByRole('textbox', { name: 'Edit hunting' }).fill('sand, dunes');
  await page.keyboard.press('Enter');
  await findKeywordInput(dune).fill('thermals');
  await page.keyboard.press('Enter');
  const saved = dune.getByText('Saved', { exact: true });
  await findTitle(dune).fill(FORMULA);
  await page.keyboard.press('Enter');
  await saved.waitFor();
  await dune.getByText('Edited', { exact: true }).waitFor();
  const lake = await searchFor(dialog, 'lake.jpg');
  expect(await lake.getByText('Edited', { exact: true }).count()).toBe(0);
  await close(dialog);
}

/** Only results near the viewport are rendered. */
async function searchFor(dialog: Locator, fileName: string): Promise<Locator> {
  await dialog.getByRole('searchbox', { name: 'Search results' }).fill(fileName);
  await dialog.getByText('1 of 12', { exact: true }).waitFor();
  return findEditor(dialog, fileName);
}

async function findChangesKept(page: Page, card: Locator) {
  const dialog = await openResults(page, card);
  const dune = await searchFor(dialog, 'dune.png');
  expect(await findTitle(dune).inputValue()).toBe(FORMULA);
  expect(await readKeywords(dune)).toEqual(CHANGED_KEYWORDS);
  await dune.getByText('Edited', { exact: true }).waitFor();
  await close(dialog);
}

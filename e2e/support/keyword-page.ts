/** Page object of the Keyword Generator. */
import { readFile } from 'node:fs/promises';
import { BatchStartedSchema } from '@portal/contracts/batches';
import {
  analyzeImages,
  keywordCalls,
  KeywordOptionsSchema,
  KeywordTextsSchema,
  type KeywordBatch,
  type KeywordResult,
  type KeywordTexts,
} from '@portal/contracts/keyword-generator';
import type { Download, Locator, Page } from 'playwright-core';
import { GENERIC_FAILURE } from './directory.ts';
import { createBatch as createGeneration } from './generator-page.ts';
import { TEXTS } from './keywords.ts';
import { drawPicture } from './pictures.ts';
import { answerWith, answerWithList } from './routes.ts';

export const KEYWORD_PAGE = '/tools/keyword-generator';
export const ANALYZE_CALL = analyzeImages.path;
const BATCHES_CALL = keywordCalls.list.path;
/** Matches the call that polls a single batch. */
export const BATCH_CALL = '/api/keyword-generator/batch/*';

export const findForm = (page: Page): Locator => page.getByRole('region', { name: 'Upload images' });
export const findSubmit = (page: Page): Locator =>
  findForm(page).getByRole('button', { name: /^(Generate keywords( for \d+ images?)?|Uploading\.\.\.)$/ });

/** Clicks the button and returns the id of the new batch. */
export async function generate(page: Page): Promise<string> {
  const [answer] = await Promise.all([page.waitForResponse(`**${ANALYZE_CALL}`), findSubmit(page).click()]);
  return BatchStartedSchema.parse(await answer.json()).batchId;
}

export const findAction = (card: Locator, name: string): Locator =>
  card.getByRole('button', { name, exact: true });

/** Opens a dialog with an action of a card. */
async function openDialog(page: Page, card: Locator, action: string, title: string | RegExp) {
  await findAction(card, action).click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.waitFor();
  return dialog;
}
export const openResults = (page: Page, card: Locator): Promise<Locator> =>
  openDialog(page, card, 'View results', /^Results for /);
export const openFailedItems = (page: Page, card: Locator): Promise<Locator> =>
  openDialog(page, card, 'View failed items', 'Failed items');

export async function close(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** The editor of one image's texts. */
export const findEditor = (dialog: Locator, fileName: string): Locator =>
  dialog.getByRole('group', { name: fileName, exact: true });
export const findTitle = (editor: Locator): Locator => editor.getByRole('textbox', { name: 'Title' });
export const findKeywordInput = (editor: Locator): Locator =>
  editor.getByRole('textbox', { name: 'Keywords', exact: true });
export const readKeywords = (editor: Locator): Promise<string[]> =>
  editor.locator('button[data-word]').allInnerTexts();

/** The generic toast beside a dialog, which hides it from the accessibility tree. */
export const waitForErrorBesideDialog = (page: Page): Promise<void> =>
  page.locator('li[data-state][data-destructive=true]').getByText(GENERIC_FAILURE, { exact: true }).waitFor();

async function openExports(page: Page, card: Locator): Promise<Locator> {
  await findAction(card, 'Other exports').click();
  return page.getByRole('menu');
}

export async function chooseExport(page: Page, card: Locator, kind: string): Promise<void> {
  const menu = await openExports(page, card);
  await menu.getByRole('menuitem', { name: kind, exact: true }).click();
  await menu.waitFor({ state: 'detached' });
}

export async function toggleShortNames(page: Page, card: Locator): Promise<void> {
  const menu = await openExports(page, card);
  await menu.getByRole('menuitemcheckbox', { name: /^Short file names/ }).click();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
}

/** Runs an action and returns the file it downloads. */
export async function download(page: Page, act: () => Promise<unknown>) {
  const [file] = await Promise.all([page.waitForEvent('download'), act()]);
  return readDownload(file);
}

const readDownload = async (file: Download): Promise<{ name: string; bytes: Buffer }> => ({
  name: file.suggestedFilename(),
  bytes: await readFile(await file.path()),
});

export const downloadZip = (page: Page, card: Locator) =>
  download(page, () => findAction(card, 'Download ZIP').click());

function createResult(batchId: string, index: number, status: KeywordResult['status']): KeywordResult {
  const isDone = status === 'completed';
  return {
    index,
    status,
    fileName: `photo-${index + 1}.jpg`,
    seo_image_title: isDone ? `Red kite ${index + 1} over a hill` : '',
    seo_description: isDone ? TEXTS.seo_description : '',
    keywords: isDone ? ['red kite', 'hill', 'summer', 'wind', 'sky', 'bird of prey', 'meadow'] : [],
    category: isDone ? TEXTS.category : null,
    edited: false,
    extension: isDone ? 'jpg' : null,
    originalUrl: `${BATCHES_CALL}/${batchId}/originals/${index}`,
    previewUrl: `${BATCHES_CALL}/${batchId}/originals/${index}/thumbnail`,
  };
}

const REASON = 'The model gave no usable answer.';

/** A batch whose images have these states. */
export function createKeywordBatch(
  states: readonly KeywordResult['status'][] = ['completed'],
  overrides: Partial<KeywordBatch> = {},
): KeywordBatch {
  const { id, customName: name, createdAt, expiresAt, startedAt, endedAt, ...facts } = createGeneration();
  const results = states.map((status, index) => createResult(overrides.id ?? id, index, status));
  const failed = results.filter(({ status }) => status === 'failed');
  const count = (state: KeywordResult['status']) => states.filter((status) => status === state).length;
  return {
    ...KeywordOptionsSchema.parse({}),
    id,
    name,
    status: 'completed',
    createdAt,
    expiresAt,
    startedAt,
    endedAt,
    cancelledAt: facts.cancelledAt,
    progress: Math.round((100 * (count('completed') + failed.length)) / states.length),
    images: results.map(({ fileName }) => fileName),
    completedCount: count('completed'),
    failedCount: failed.length,
    uncertainCount: 0,
    cancelledCount: count('cancelled'),
    failures: failed.map(({ index }) => ({ index, state: 'failed', reason: REASON, attempts: 3 })),
    failedItems: failed.map(({ index, fileName, previewUrl }) => ({
      index,
      fileName,
      previewUrl,
      error: REASON,
      attempts: 3,
    })),
    retryable: { failed: failed.length, uncertain: 0 },
    runningItems: [],
    cost: 0.02,
    estimate: 0.02,
    filesDeleted: false,
    results,
    ...overrides,
  };
}

/** A running batch. */
export const createActiveBatch = (
  states: readonly KeywordResult['status'][],
  overrides: Partial<KeywordBatch> = {},
): KeywordBatch => createKeywordBatch(states, { status: 'processing', endedAt: null, ...overrides });

/** Mocks the history and its images. */
export async function answerWithBatches(page: Page, list: readonly KeywordBatch[]): Promise<void> {
  await answerWithList(page, BATCHES_CALL, list);
  for (const batch of list) {
    await answerWith(page, BATCH_CALL.replace('*', batch.id), { json: { batch } });
    await answerWith(page, `${BATCH_CALL.replace('*', batch.id)}/failed-items`, {
      json: { failedItems: batch.failedItems },
    });
  }
  const body = await drawPicture({ format: 'webp' });
  await page.route(`**${BATCHES_CALL}/*/originals/*{,/thumbnail}`, (route) =>
    route.fulfill({ contentType: 'image/webp', body }),
  );
}

/** Accepts and records every edit. */
export async function answerEdits(page: Page, { results }: KeywordBatch): Promise<KeywordTexts[]> {
  const taken: KeywordTexts[] = [];
  await page.route(`**${BATCH_CALL}/results/*`, (route) => {
    const texts = KeywordTextsSchema.parse(route.request().postDataJSON());
    taken.push(texts);
    const index = Number(route.request().url().split('/').at(-1));
    return route.fulfill({ json: { success: true, result: { ...results[index], ...texts, edited: true } } });
  });
  return taken;
}

/** Page object of the Stylizer. */
import type { BatchImage } from '@portal/contracts/batch-calls';
import { BatchStartedSchema } from '@portal/contracts/batches';
import type { StylizerBatch, StylizerResult } from '@portal/contracts/stylizer';
import type { Locator, Page } from 'playwright-core';
import { createBatch as createGeneration } from './generator-page.ts';
import { drawPicture } from './pictures.ts';
import { answerWith, answerWithList } from './routes.ts';

export const STYLIZER_PAGE = '/tools/stylizer';
export const TRANSFORM_CALL = '/api/stylizer/transform';
const BATCHES_CALL = '/api/stylizer/batches';

export const findForm = (page: Page): Locator => page.getByRole('region', { name: 'Transform Images' });
export const findStyle = (page: Page, name: string): Locator =>
  page.getByRole('radiogroup', { name: 'Style' }).getByRole('radio', { name, exact: true });
export const chooseStyle = (page: Page, name: string) => findStyle(page, name).check();
export const findSubmit = (page: Page): Locator =>
  findForm(page).getByRole('button', { name: /^(Transform Images|Uploading\.\.\.)$/ });

/** Small, unique images. */
export const drawPictures = (...names: string[]) =>
  Promise.all(names.map(async (name) => ({ name, bytes: await drawPicture() })));

/** Clicks the button and returns the id of the new batch. */
export async function transform(page: Page): Promise<string> {
  const [answer] = await Promise.all([page.waitForResponse(`**${TRANSFORM_CALL}`), findSubmit(page).click()]);
  return BatchStartedSchema.parse(await answer.json()).batchId;
}

/** Opens a finished batch in a new window. */
export async function openGallery(page: Page, card: Locator): Promise<Page> {
  const opening = page.context().waitForEvent('page');
  await card.getByRole('link', { name: 'New window' }).click();
  return opening;
}

const createResult = (batchId: string, index: number, status: StylizerResult['status']): StylizerResult => {
  const base = `${BATCHES_CALL}/${batchId}`;
  const isMade = status === 'completed';
  return {
    index,
    status,
    fileName: `photo-${index + 1}.jpg`,
    originalImageUrl: `${base}/originals/${index}`,
    originalThumbnailUrl: `${base}/originals/${index}/thumbnail`,
    styledImageUrl: isMade ? `${base}/images/${index}` : null,
    thumbnailUrl: isMade ? `${base}/images/${index}/thumbnail` : null,
  };
};

/** A batch whose images have these states. */
export function createBatch(
  states: readonly StylizerResult['status'][] = ['completed'],
  overrides: Partial<StylizerBatch> = {},
): StylizerBatch {
  const { customName: name, folderLink, ...facts } = createGeneration();
  const id = overrides.id ?? facts.id;
  const results = states.map((status, index) => createResult(id, index, status));
  return {
    ...facts,
    name,
    folderLink,
    preset: 'anime',
    images: results.map(({ fileName }) => fileName),
    completedCount: states.filter((status) => status === 'completed').length,
    failedCount: states.filter((status) => status === 'failed').length,
    cancelledCount: states.filter((status) => status === 'cancelled').length,
    results,
    originalImageUrl: null,
    styledImageUrl: null,
    ...overrides,
  };
}

/** A running batch. */
export const createActiveBatch = (
  states: readonly StylizerResult['status'][],
  overrides: Partial<StylizerBatch> = {},
): StylizerBatch => createBatch(states, { status: 'processing', endedAt: null, cost: 0, ...overrides });

/** The entry of a styled image in the images response. */
function describeImage({ index, fileName, styledImageUrl, thumbnailUrl }: StylizerResult): BatchImage[] {
  if (styledImageUrl === null || thumbnailUrl === null) return [];
  const name = fileName.replace('.jpg', '_stylized.jpg');
  return [{ index, fileName: name, webUrl: styledImageUrl, thumbnailUrl, width: 48, height: 32, bytes: 1 }];
}

/** Mocks the history and its images. */
export async function answerWithBatches(page: Page, list: readonly StylizerBatch[]): Promise<void> {
  await answerWithList(page, BATCHES_CALL, list);
  for (const { id, results } of list)
    await answerWith(page, `${BATCHES_CALL}/${id}/images`, {
      json: { images: results.flatMap(describeImage) },
    });
  const body = await drawPicture({ format: 'webp' });
  await page.route(`**${BATCHES_CALL}/*/*/*{,/thumbnail}`, (route) =>
    route.fulfill({ contentType: 'image/webp', body }),
  );
}

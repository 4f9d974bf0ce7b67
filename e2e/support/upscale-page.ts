/** Page object of Upscale & Enhancement. */
import { BatchStartedSchema } from '@portal/contracts/batches';
import type { UpscaleBatch, UpscaleResult } from '@portal/contracts/upscale';
import type { Locator, Page } from 'playwright-core';
import { answerWithList } from './routes.ts';

export const UPSCALE_PAGE = '/tools/upscale-enhancement';
export const UPSCALE_CALL = '/api/upscale/multiple';
export const BATCHES_CALL = '/api/upscale/batches';

export const findProcess = (page: Page): Locator =>
  page.getByRole('button', { name: 'Process Images', exact: true });

/** Runs an action and returns the id of the batch it starts. */
export async function startBy(page: Page, start: () => Promise<unknown>): Promise<string> {
  const [answer] = await Promise.all([page.waitForResponse(`**${UPSCALE_CALL}`), start()]);
  return BatchStartedSchema.parse(await answer.json()).batchId;
}

export const processImages = (page: Page): Promise<string> => startBy(page, () => findProcess(page).click());

export const makeGalleryAddress = (batchId: string): string => `${UPSCALE_PAGE}?gallery=${batchId}`;

/** Opens 'View all images' in its window. */
export async function openGallery(page: Page, card: Locator): Promise<Page> {
  const opening = page.context().waitForEvent('page');
  await card.getByRole('link', { name: 'View all images' }).click();
  return opening;
}

let batches = 0;
export function createUpscaleBatch(overrides: Partial<UpscaleBatch> = {}): UpscaleBatch {
  batches += 1;
  return {
    id: `upscale-${batches}`,
    name: `Batch ${batches}`,
    status: 'completed',
    createdAt: '2026-11-21T11:00:00.000Z',
    expiresAt: '2026-11-24T11:00:00.000Z',
    startedAt: '2026-11-21T11:00:02.000Z',
    endedAt: '2026-11-21T11:01:00.000Z',
    cancelledAt: null,
    failedCount: 0,
    uncertainCount: 0,
    cancelledCount: 0,
    failures: [],
    runningItems: [],
    cost: 0,
    estimate: 0,
    retryable: { failed: 0, uncertain: 0 },
    filesDeleted: false,
    scale: 2,
    enhance: false,
    quality: 'best',
    engine: 'on-device',
    totalImages: 1,
    processedImages: 1,
    results: [],
    folderLink: null,
    ...overrides,
  };
}

export const createResult = (batchId: string, index: number, originalFileName: string): UpscaleResult => ({
  index,
  success: true,
  originalFileName,
  originalUrl: `${BATCHES_CALL}/${batchId}/originals/${index}`,
  enhancedUrl: `${BATCHES_CALL}/${batchId}/images/${index}`,
  thumbnailUrl: `${BATCHES_CALL}/${batchId}/images/${index}/thumbnail`,
});

/** Mocks the history. */
export const answerWithBatches = (page: Page, list: readonly UpscaleBatch[]) =>
  answerWithList(page, BATCHES_CALL, list);

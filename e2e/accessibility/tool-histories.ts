/** A mocked history per tool, with a batch in every state. */
import type { ItemOrigin } from '@portal/contracts/batches';
import type { Page } from 'playwright-core';
import * as generatorPage from '../support/generator-page.ts';
import * as keywordPage from '../support/keyword-page.ts';
import { drawPicture } from '../support/pictures.ts';
import { answerWith } from '../support/routes.ts';
import * as stylizerPage from '../support/stylizer-page.ts';
import * as upscalePage from '../support/upscale-page.ts';

const waiting = { status: 'pending', startedAt: null } as const;
const running = { status: 'processing', endedAt: null } as const;
const failure = { state: 'failed', reason: 'This picture is animated.', attempts: 1 } as const;
const retryable = { failed: 1, uncertain: 0 };

const generations = `${generatorPage.BATCHES_CALL}/made/images`;
const made = generatorPage.createBatch({
  id: 'made',
  customName: 'Fox in the snow',
  requestedCount: 5,
  completedCount: 3,
  failedCount: 1,
  failures: [{ ...failure, index: 4 }],
  generatedImages: [0, 1, 2].map((index) => `${generations}/${index}`),
  retryable,
});
export const generator = {
  finished: made,
  batches: [
    generatorPage.createBatch({ ...waiting, endedAt: null, requestedCount: 12, completedCount: 0 }),
    { ...made, ...running, id: 'working', runningItems: [3] },
    made,
    generatorPage.createBatch({ filesDeleted: true, provider: 'google', model: 'gemini' }),
    generatorPage.createBatch({
      status: 'failed',
      completedCount: 0,
      failedCount: 1,
      failures: [{ ...failure, index: 0 }],
    }),
  ],
};

const styled = stylizerPage.createBatch(['completed', 'completed', 'failed'], {
  failures: [{ ...failure, index: 2 }],
  retryable,
});
export const stylizer = {
  finished: styled,
  batches: [
    stylizerPage.createActiveBatch(['pending', 'pending'], waiting),
    stylizerPage.createActiveBatch(['completed', 'processing', 'pending'], { progress: 33 }),
    styled,
    stylizerPage.createBatch(['completed'], { preset: 'studioghibli', filesDeleted: true }),
    stylizerPage.createBatch(['failed'], { status: 'failed', failures: [{ ...failure, index: 0 }] }),
  ],
};

const described = keywordPage.createKeywordBatch(['completed', 'completed', 'failed'], {
  language: 'French',
});
const [first, second] = described.results;
if (first && second) {
  Object.assign(first, { edited: true });
  Object.assign(second, { seo_image_title: 'Hills, kites & summer', category: null });
}
export const keywords = {
  finished: described,
  batches: [
    keywordPage.createActiveBatch(['queued', 'queued'], { status: 'queued', startedAt: null }),
    keywordPage.createActiveBatch(['completed', 'processing', 'queued']),
    described,
    keywordPage.createKeywordBatch(['completed'], { filesDeleted: true }),
    keywordPage.createKeywordBatch(['failed'], { status: 'failed' }),
  ],
};

const sentFrom = (batchId: string, name: string, index: number): ItemOrigin => ({
  index,
  from: { batchId, index, kind: 'result', tool: 'image-generator', name },
});
const enlarged = upscalePage.createUpscaleBatch({
  id: 'enlarged',
  name: 'Foxes',
  origins: [sentFrom('made', 'Fox in the snow', 0), sentFrom('gone', 'Owl', 1)],
  totalImages: 2,
  failedCount: 1,
  failures: [{ ...failure, index: 1 }],
  results: [upscalePage.createResult('enlarged', 0, 'beach.png')],
  retryable,
});
const working = { ...enlarged, ...running, id: 'enlarging', totalImages: 4, runningItems: [2] };
export const upscale = {
  finished: enlarged,
  working,
  batches: [
    upscalePage.createUpscaleBatch({ ...waiting, endedAt: null, totalImages: 12, processedImages: 0 }),
    working,
    enlarged,
    upscalePage.createUpscaleBatch({ filesDeleted: true, enhance: true }),
    upscalePage.createUpscaleBatch({
      status: 'failed',
      processedImages: 0,
      failedCount: 1,
      failures: [{ ...failure, index: 0 }],
    }),
  ],
};

const pictures = [{ index: 0, from: { index: 0, kind: 'result' } }];
const source = { batchId: 'made', tool: 'image-generator', name: 'Fox in the snow', pictures, isGone: false };
/** By batch: where its pictures came from, and where they went. */
const lineages = {
  enlarged: {
    sources: [source, { ...source, batchId: 'gone', name: 'Owl', isGone: true }],
    sentTo: [],
    hasMore: false,
  },
  made: {
    sources: [],
    sentTo: [{ batchId: 'enlarged', tool: 'upscale', name: 'Foxes', pictures }],
    hasMore: false,
  },
};

/** Mocks all histories and their pictures. */
export async function serve(page: Page): Promise<void> {
  await generatorPage.answerWithBatches(page, generator.batches);
  await stylizerPage.answerWithBatches(page, stylizer.batches);
  await keywordPage.answerWithBatches(page, keywords.batches);
  await upscalePage.answerWithBatches(page, upscale.batches);
  for (const [id, json] of Object.entries(lineages))
    await answerWith(page, `**/api/batches/${id}/lineage`, { json });
  const body = await drawPicture({ format: 'webp' });
  for (const call of [generatorPage.BATCHES_CALL, upscalePage.BATCHES_CALL])
    await page.route(`**${call}/*/images/**`, (route) => route.fulfill({ contentType: 'image/webp', body }));
  await answerWith(page, generations, {
    json: {
      images: [0, 1, 2].map((index) => ({
        index,
        fileName: `fox_00${index + 1}.jpg`,
        webUrl: `${generations}/${index}`,
        thumbnailUrl: `${generations}/${index}/thumbnail`,
        width: 48,
        height: 32,
        bytes: 1,
      })),
    },
  });
}

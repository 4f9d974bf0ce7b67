import {
  cancelGenerationBatch,
  clearGenerationBatches,
  deleteGenerationBatch,
  downloadGenerationBatch,
  generateImages,
  getBatchImage,
  getBatchThumbnail,
  getGeminiStats,
  listBatchImages,
  listGenerationBatches,
  renameGenerationBatch,
  retryGenerationBatch,
} from '@portal/contracts/image-generator';
import { getPricing } from '@portal/contracts/pricing';
import type { Hono } from 'hono';
import { answerArchive } from '../archives/answer-archive.ts';
import { readItemViews, readOwnBatch, type Batch } from '../batches/batch-store.ts';
import { cancelBatch, clearBatches, deleteBatch, renameBatch, retryBatch } from '../batches/change-batch.ts';
import { createBatch } from '../batches/create-batch.ts';
import { describeBatch } from '../batches/describe-batch.ts';
import { listBatches } from '../batches/list-batches.ts';
import { nameByTime } from '../batches/name-by-time.ts';
import { streamImage } from '../batches/stream-image.ts';
import type { Deps } from '../deps.ts';
import { answerVersioned } from '../http/answer-versioned.ts';
import { handleCall, handleFileCall } from '../http/handle-call.ts';
import { readIdempotencyKey } from '../http/read-idempotency-key.ts';
import { describeGeneration, describeImages, listArchiveContents } from './describe-generation.ts';
import { generatorTool } from './generator-tool.ts';
import { readGeminiStats } from './google-allowance.ts';
import { readPricing } from './pricing-store.ts';

export function serveGenerator(app: Hono, deps: Deps): void {
  handleCall(app, deps, getPricing, () => readPricing(deps.firestore));
  handleCall(app, deps, getGeminiStats, async () => ({ stats: await readGeminiStats(deps.firestore) }));

  handleCall(app, deps, generateImages, async ({ body, caller }, context) => ({
    success: true as const,
    batchId: await createBatch(deps, generatorTool, {
      owner: caller.uid,
      name: nameByTime(context.req.header('x-time-zone')),
      settings: body,
      variants: [...Array(body.quantity).keys()],
      idempotencyKey: readIdempotencyKey(context),
    }),
  }));

  handleCall(app, deps, listGenerationBatches, async ({ caller }, context) =>
    answerVersioned(context, async (knownVersion) => {
      const list = await listBatches(deps, generatorTool.name, caller.uid, knownVersion);
      return (
        list && {
          version: list.version,
          answer: { batches: list.batches.map((listed) => describeGeneration(deps, listed.batch, listed)) },
        }
      );
    }),
  );

  handleCall(app, deps, clearGenerationBatches, async ({ caller }) => {
    await clearBatches(deps, generatorTool, caller.uid);
    return undefined;
  });
  handleCall(app, deps, deleteGenerationBatch, async ({ params, caller }) => {
    await deleteBatch(deps, generatorTool, caller.uid, params.id);
    return undefined;
  });
  handleCall(app, deps, cancelGenerationBatch, async ({ params, caller }) =>
    answerChanged(deps, await cancelBatch(deps, generatorTool, caller.uid, params.id)),
  );
  handleCall(app, deps, renameGenerationBatch, async ({ params, body, caller }) =>
    answerChanged(deps, await renameBatch(deps, generatorTool, caller.uid, params.id, body.name)),
  );
  handleCall(app, deps, retryGenerationBatch, async ({ params, body, caller }) => ({
    success: true as const,
    batchId: await retryBatch(deps, generatorTool, caller.uid, params.id, body.includeUncertain),
  }));

  handleCall(app, deps, listBatchImages, async ({ params, caller }) => {
    const batch = await readOwnBatch(deps.firestore, generatorTool.name, caller.uid, params.id);
    return { images: describeImages(batch, await describe(deps, batch)) };
  });
  handleFileCall(app, deps, downloadGenerationBatch, async ({ params, caller }, context) => {
    const batch = await readOwnBatch(deps.firestore, generatorTool.name, caller.uid, params.id);
    return answerArchive(deps, batch, await listArchiveContents(deps, batch), context);
  });
  handleFileCall(app, deps, getBatchImage, ({ params, caller }, context) =>
    streamImage(deps, generatorTool.name, caller.uid, params, 'full', context.req.raw.signal),
  );
  handleFileCall(app, deps, getBatchThumbnail, ({ params, caller }, context) =>
    streamImage(deps, generatorTool.name, caller.uid, params, 'thumbnail', context.req.raw.signal),
  );
}

const describe = async (deps: Deps, batch: Batch) =>
  describeBatch(batch, await readItemViews(deps.firestore, batch));

const answerChanged = async (deps: Deps, batch: Batch) => ({
  success: true as const,
  batch: describeGeneration(deps, batch, await describe(deps, batch)),
});

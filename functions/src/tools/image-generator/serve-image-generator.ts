import { nameByTime } from '@portal/contracts/batch-name';
import {
  generateImages,
  generatorCalls,
  getGeminiStats,
  renameGenerationBatch,
} from '@portal/contracts/image-generator';
import { getPricing } from '@portal/contracts/pricing';
import type { Hono } from 'hono';
import { createBatch } from '../../batches/engine/create-batch.ts';
import {
  serveBatchCalls,
  serveImageCalls,
  serveRenameCall,
  type DescribeForTool,
} from '../../batches/api/serve-batch-calls.ts';
import type { Deps } from '../../batches/deps.ts';
import { handleCall, readIdempotencyKey } from '../../http/handle-call.ts';
import { describeImageGenerator } from './describe-image-generator.ts';
import { imageGeneratorTool } from './image-generator-tool.ts';
import { listPrices } from './list-prices.ts';
import { readGeminiStats } from '../../providers/google-allowance.ts';

export function serveImageGenerator(app: Hono, deps: Deps): void {
  handleCall(app, deps, getPricing, () => listPrices(deps.firestore));
  handleCall(app, deps, getGeminiStats, async () => ({ stats: await readGeminiStats(deps.firestore) }));

  handleCall(app, deps, generateImages, async ({ body, caller }, context) => {
    const { isHalfPrice, ...settings } = body;
    const batchId = await createBatch(deps, imageGeneratorTool, {
      owner: caller.uid,
      name: nameByTime(context.req.header('x-time-zone') ?? 'UTC'),
      settings,
      variants: [...Array(settings.quantity).keys()],
      isHalfPrice,
      idempotencyKey: readIdempotencyKey(context),
    });
    return { success: true as const, batchId };
  });

  const describe: DescribeForTool = (batch, described) => describeImageGenerator(deps, batch, described);
  serveBatchCalls(app, deps, imageGeneratorTool, generatorCalls, describe);
  serveImageCalls(app, deps, imageGeneratorTool, generatorCalls);
  serveRenameCall(app, deps, imageGeneratorTool, renameGenerationBatch, describe);
}

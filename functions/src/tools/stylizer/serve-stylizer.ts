import {
  getOriginalImage,
  getStyledImage,
  listPresets,
  renameStylizerBatch,
  stylizerCalls,
  stylizerOriginals,
  transformImages,
} from '@portal/contracts/stylizer';
import type { Hono } from 'hono';
import { readOwnBatch } from '../../batches/store/batch-store.ts';
import { readItemViews } from '../../batches/store/progress-store.ts';
import { describeBatch } from '../../batches/store/describe-batch.ts';
import {
  serveBatchCalls,
  serveImageCalls,
  serveOriginalCalls,
  serveRenameCall,
  type DescribeForTool,
} from '../../batches/api/serve-batch-calls.ts';
import { streamImage } from '../../batches/api/stream-image.ts';
import { streamOriginal } from '../../batches/api/stream-original.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../platform/app-error.ts';
import { handleCall, handleFileCall } from '../../http/handle-call.ts';
import { createPictureBatch, handleUploadCall } from '../../batches/api/handle-upload-call.ts';
import { readToolSettings } from '../../settings/tool-settings.ts';
import { describeStylizer } from './describe-stylizer.ts';
import { findPreset, PRESETS } from './presets.ts';
import { readStylePrice, stylizerTool } from './stylizer-tool.ts';

export function serveStylizer(app: Hono, deps: Deps): void {
  handleCall(app, deps, listPresets, async () => {
    const { stylizerProvider } = await readToolSettings(deps.firestore);
    const presets = PRESETS.map(async ({ id, name, sampleImages, note, provider = stylizerProvider }) => ({
      id,
      name,
      sampleImages: [...sampleImages],
      ...(note !== undefined && { note }),
      price: await readStylePrice(deps, provider),
    }));
    return { presets: await Promise.all(presets) };
  });

  handleUploadCall(app, deps, transformImages, async ({ options, ...received }, context) => {
    const preset = findPreset(options.preset);
    if (!preset) {
      const message = 'There is no such preset.';
      throw new AppError('bad-request', message, { details: [{ path: 'preset', message }] });
    }
    const { stylizerProvider } = await readToolSettings(deps.firestore);
    const settings = { preset: preset.id, provider: preset.provider ?? stylizerProvider };
    const batch = { ...received, batchName: options.batchName, settings };
    return createPictureBatch(deps, stylizerTool, batch, context);
  });

  const describe: DescribeForTool = (batch, described) => describeStylizer(deps, batch, described);
  serveBatchCalls(app, deps, stylizerTool, stylizerCalls, describe);
  serveImageCalls(app, deps, stylizerTool, stylizerCalls);
  serveRenameCall(app, deps, stylizerTool, renameStylizerBatch, describe);
  serveOriginalCalls(app, deps, stylizerTool, stylizerOriginals);

  handleFileCall(app, deps, getOriginalImage, ({ params, caller }) =>
    streamOriginal(deps, stylizerTool.name, caller.uid, { ...params, index: 0 }, 'full'),
  );
  handleFileCall(app, deps, getStyledImage, async ({ params, caller }, context) => {
    const batch = await readOwnBatch(deps.firestore, stylizerTool.name, caller.uid, params.id);
    const first = describeBatch(batch, await readItemViews(deps.firestore, batch)).images[0];
    if (!first) throw new AppError('not-found', 'No picture has been restyled yet.');
    const item = { ...params, index: first.index };
    return streamImage(deps, stylizerTool.name, caller.uid, item, 'full', context.req.raw.signal);
  });
}

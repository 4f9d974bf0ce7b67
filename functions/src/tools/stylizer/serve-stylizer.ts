import {
  getOriginalImage,
  getStyledImage,
  listPresets,
  renameStylizerBatch,
  stylizerCalls,
  stylizerOriginals,
  transformImages,
  type Preset as DescribedPreset,
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
import type { Deps } from '../../batches/deps.ts';
import { AppError } from '../../platform/app-error.ts';
import { handleCall, handleFileCall } from '../../http/handle-call.ts';
import { createPictureBatch, handleUploadCall } from '../../batches/api/handle-upload-call.ts';
import { readToolSettings } from '../../platform/settings/tool-settings.ts';
import { describeStylizer } from './describe-stylizer.ts';
import { chooseStylizerSettings } from './choose-settings.ts';
import { PRESETS } from './presets.ts';
import { readStylePrice, stylizerTool } from './stylizer-tool.ts';

export function serveStylizer(app: Hono, deps: Deps): void {
  handleCall(app, deps, listPresets, async () => ({ presets: await describePresets(deps) }));
  handleUploadCall(app, deps, transformImages, async ({ options, ...received }, context) => {
    const settings = await chooseStylizerSettings(deps, options.preset);
    const { batchName, isHalfPrice } = options;
    const batch = { ...received, batchName, isHalfPrice, settings };
    return createPictureBatch(deps, stylizerTool, batch, context);
  });

  const describe: DescribeForTool = (batch, described) => describeStylizer(deps, batch, described);
  serveBatchCalls(app, deps, stylizerTool, stylizerCalls, describe);
  serveImageCalls(app, deps, stylizerTool, stylizerCalls);
  serveRenameCall(app, deps, stylizerTool, renameStylizerBatch, describe);
  serveOriginalCalls(app, deps, stylizerTool, stylizerOriginals);

  handleFileCall(app, deps, getOriginalImage, ({ params, caller }, context) =>
    streamOriginal(
      deps,
      stylizerTool.name,
      caller.uid,
      { ...params, index: 0 },
      'full',
      context.req.raw.signal,
    ),
  );
  handleFileCall(app, deps, getStyledImage, ({ params, caller }, context) =>
    streamFirstStyled(deps, caller.uid, params.id, context.req.raw.signal),
  );
}

async function describePresets(deps: Deps): Promise<DescribedPreset[]> {
  const { stylizerProvider } = await readToolSettings(deps.firestore);
  return Promise.all(
    PRESETS.map(async ({ id, name, sampleImages, note, provider = stylizerProvider }) => ({
      id,
      name,
      sampleImages: [...sampleImages],
      ...(note !== undefined && { note }),
      price: await readStylePrice(deps, provider),
      provider,
    })),
  );
}

async function streamFirstStyled(
  deps: Deps,
  owner: string,
  id: string,
  signal: AbortSignal,
): Promise<Response> {
  const { firestore } = deps;
  const batch = await readOwnBatch(firestore, stylizerTool.name, owner, id);
  const first = describeBatch(batch, await readItemViews(firestore, batch)).images[0];
  if (!first) throw new AppError('not-found', 'No picture has been restyled yet.');
  return streamImage(deps, stylizerTool, owner, { id, index: first.index }, 'full', signal);
}

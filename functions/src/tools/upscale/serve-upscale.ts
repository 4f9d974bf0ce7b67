import { upscaleCalls, upscaleImages, upscaleOriginals } from '@portal/contracts/upscale';
import type { Hono } from 'hono';
import { serveBatchCalls, serveImageCalls, serveOriginalCalls } from '../../batches/api/serve-batch-calls.ts';
import type { Deps } from '../../batches/deps.ts';
import { createPictureBatch, handleUploadCall } from '../../batches/api/handle-upload-call.ts';
import { chooseUpscaleSettings } from './choose-settings.ts';
import { describeUpscale } from './describe-upscale.ts';
import { upscaleTool } from './upscale-tool.ts';

export function serveUpscale(app: Hono, deps: Deps): void {
  handleUploadCall(app, deps, upscaleImages, async ({ options, ...received }, context) => {
    const { batchName, ...settings } = options;
    const batch = { ...received, batchName, settings: await chooseUpscaleSettings(deps, settings) };
    return createPictureBatch(deps, upscaleTool, batch, context);
  });
  serveBatchCalls(app, deps, upscaleTool, upscaleCalls, (batch, described) =>
    describeUpscale(deps, batch, described),
  );
  serveImageCalls(app, deps, upscaleTool, upscaleCalls);
  serveOriginalCalls(app, deps, upscaleTool, upscaleOriginals);
}

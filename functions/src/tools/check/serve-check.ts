import { nameByTime } from '@portal/contracts/batch-name';
import { checkPictures, getCheckPrice } from '@portal/contracts/check-calls';
import type { Hono } from 'hono';
import { createBatch, findStartedBatch } from '../../batches/engine/create-batch.ts';
import { findFiles } from '../../batches/sources/find-files.ts';
import type { Deps } from '../../batches/deps.ts';
import { handleCall, readIdempotencyKey } from '../../http/handle-call.ts';
import { readToolSettings } from '../../platform/settings/tool-settings.ts';
import { CHECK_RULES, checkTool, readCheckPrice } from './check-tool.ts';

export function serveCheck(app: Hono, deps: Deps): void {
  handleCall(app, deps, checkPictures, async ({ body, caller }, context) => {
    const { pictures, isHalfPrice } = body;
    const request = {
      owner: caller.uid,
      settings: { provider: (await readToolSettings(deps.firestore)).keywordProvider },
      uploadsDigest: JSON.stringify(pictures),
      isHalfPrice,
      idempotencyKey: readIdempotencyKey(context),
    };
    const started = await findStartedBatch(deps, checkTool, { ...request, count: pictures.length });
    if (started !== undefined) return { success: true as const, batchId: started };
    const chosen = { files: pictures.map((from) => ({ from })) };
    const uploads = await findFiles(deps, caller.uid, chosen, CHECK_RULES);
    const batchId = await createBatch(deps, checkTool, {
      ...request,
      name: nameByTime(context.req.header('x-time-zone') ?? 'UTC'),
      variants: [...uploads.files.keys()],
      uploads,
    });
    return { success: true as const, batchId };
  });
  handleCall(app, deps, getCheckPrice, async () => {
    const { keywordProvider: provider } = await readToolSettings(deps.firestore);
    return { price: await readCheckPrice(deps, provider), provider };
  });
}

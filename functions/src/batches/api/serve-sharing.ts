import * as calls from '@portal/contracts/sharing';
import type { Hono } from 'hono';
import { streamImage } from './stream-image.ts';
import { streamOriginal } from './stream-original.ts';
import type { Deps } from '../deps.ts';
import { handleCall, handleFileCall } from '../../http/handle-call.ts';
import { AppError } from '../../platform/app-error.ts';
import { describeSharedBatch, isShownOriginal } from './describe-shared-batch.ts';
import { describeBatch } from '../store/describe-batch.ts';
import { readItemViews } from '../store/progress-store.ts';
import { readSharedBatch, shareBatch, stopSharing } from '../store/share-store.ts';

/** A browser may keep what a link shows for a few minutes after it was revoked. */
const CACHE_CONTROL = 'private, max-age=300';

export function serveSharing(app: Hono, deps: Deps): void {
  const { firestore } = deps;
  handleCall(app, deps, calls.shareBatch, async ({ params, caller }) => ({
    success: true as const,
    token: await shareBatch(firestore, caller.uid, params.id),
  }));
  handleCall(app, deps, calls.stopSharing, async ({ params, caller }) => {
    await stopSharing(firestore, caller, params.id);
    return undefined;
  });
  handleCall(app, deps, calls.readSharedBatch, async ({ params: { token } }) => {
    const batch = await readSharedBatch(firestore, token);
    return describeSharedBatch(deps, batch, token);
  });

  /** The picture as its owner gets it. */
  async function stream(
    { token, index }: { token: string; index: number },
    variant: 'full' | 'thumbnail',
    signal: AbortSignal,
  ): Promise<Response> {
    const batch = await readSharedBatch(firestore, token);
    const { id, owner, tool: name } = batch;
    const tool = deps.findTool(name);
    const isShown =
      tool.images !== undefined ||
      isShownOriginal(describeBatch(batch, await readItemViews(firestore, batch)), index);
    if (!isShown) throw new AppError('not-found', 'Picture not found.');
    const response = tool.images
      ? await streamImage(deps, tool, owner, { id, index }, variant, signal)
      : await streamOriginal(deps, name, owner, { id, index }, variant, signal);
    if (response.headers.has('Cache-Control')) response.headers.set('Cache-Control', CACHE_CONTROL);
    return response;
  }
  handleFileCall(app, deps, calls.sharedPicture, ({ params }, { req }) =>
    stream(params, 'full', req.raw.signal),
  );
  handleFileCall(app, deps, calls.sharedThumbnail, ({ params }, { req }) =>
    stream(params, 'thumbnail', req.raw.signal),
  );
}

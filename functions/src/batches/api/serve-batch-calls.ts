import type { BatchCalls, ImageCalls, OriginalCalls, RenameCall } from '@portal/contracts/batch-calls';
import type { Hono } from 'hono';
import { answerArchive } from '../archive/answer-archive.ts';
import type { Deps } from '../deps.ts';
import { answerVersioned, parseEtag } from '../../http/answer-versioned.ts';
import { handleCall, handleFileCall } from '../../http/handle-call.ts';
import { readOwnBatch, type Batch } from '../store/batch-store.ts';
import { readItemViews } from '../store/progress-store.ts';
import { cancelOwnBatch, clearBatches, deleteBatch, renameBatch, retryBatch } from './change-batch.ts';
import { describeBatch, type DescribedBatch } from '../store/describe-batch.ts';
import { describeImages } from './describe-images.ts';
import { listBatches, listChanges } from './list-batches.ts';
import { streamImage } from './stream-image.ts';
import { streamOriginal } from './stream-original.ts';
import type { Tool } from '../tool.ts';

/** A tool's own answer for a batch; checked by the schema of the contract. */
export type DescribeForTool = (batch: Batch, described: DescribedBatch) => unknown;

/** Routes that every tool has for its batches. */
export function serveBatchCalls(
  app: Hono,
  deps: Deps,
  tool: Tool,
  calls: BatchCalls,
  describe: DescribeForTool,
): void {
  handleCall(app, deps, calls.list, async ({ caller }, context) =>
    answerVersioned(context, async (knownVersion) => {
      const list = await listBatches(deps, tool.name, caller.uid, knownVersion);
      return (
        list && {
          version: list.version,
          answer: { batches: list.batches.map((listed) => describe(listed.batch, listed)) },
        }
      );
    }),
  );
  handleCall(app, deps, calls.changes, async ({ params, caller }, context) =>
    answerVersioned(context, async (knownVersion) => {
      const found = await listChanges(deps, tool.name, caller.uid, parseEtag(params.since), knownVersion);
      if (!found) return undefined;
      const { version, changed, removed, isWhole } = found;
      const time = new Date().toISOString();
      return {
        version,
        answer: { changed: changed.map((listed) => describe(listed.batch, listed)), removed, isWhole, time },
      };
    }),
  );
  handleCall(app, deps, calls.clear, async ({ caller }) => {
    await clearBatches(deps, tool, caller.uid);
    return undefined;
  });
  handleCall(app, deps, calls.remove, async ({ params, caller }) => {
    await deleteBatch(deps, tool, caller.uid, params.id);
    return undefined;
  });
  handleCall(app, deps, calls.cancel, async ({ params, caller }) =>
    answerChanged(deps, await cancelOwnBatch(deps, tool, caller.uid, params.id), describe),
  );
  handleCall(app, deps, calls.retry, async ({ params, body, caller }) => ({
    success: true as const,
    batchId: await retryBatch(
      deps,
      tool,
      caller.uid,
      params.id,
      body.includeUncertain ? ['failed', 'uncertain'] : ['failed'],
    ),
  }));
  handleFileCall(app, deps, calls.download, async ({ params, caller }, context) => {
    const batch = await readOwnBatch(deps.firestore, tool.name, caller.uid, params.id);
    return answerArchive(deps, batch, undefined, context);
  });
}

export function serveImageCalls(app: Hono, deps: Deps, tool: Tool, calls: ImageCalls): void {
  handleCall(app, deps, calls.images, async ({ params, caller }) => {
    const batch = await readOwnBatch(deps.firestore, tool.name, caller.uid, params.id);
    return { images: describeImages(tool, calls, batch, await readDescribed(deps, batch)) };
  });
  handleFileCall(app, deps, calls.image, ({ params, caller }, context) =>
    streamImage(deps, tool, caller.uid, params, 'full', context.req.raw.signal),
  );
  handleFileCall(app, deps, calls.thumbnail, ({ params, caller }, context) =>
    streamImage(deps, tool, caller.uid, params, 'thumbnail', context.req.raw.signal),
  );
}

export function serveRenameCall(
  app: Hono,
  deps: Deps,
  tool: Tool,
  call: RenameCall,
  describe: DescribeForTool,
): void {
  handleCall(app, deps, call, async ({ params, body, caller }) =>
    answerChanged(deps, await renameBatch(deps, tool, caller.uid, params.id, body.name), describe),
  );
}

export function serveOriginalCalls(app: Hono, deps: Deps, tool: Tool, calls: OriginalCalls): void {
  handleFileCall(app, deps, calls.original, ({ params, caller }, context) =>
    streamOriginal(deps, tool.name, caller.uid, params, 'full', context.req.raw.signal),
  );
  handleFileCall(app, deps, calls.originalThumbnail, ({ params, caller }, context) =>
    streamOriginal(deps, tool.name, caller.uid, params, 'thumbnail', context.req.raw.signal),
  );
}

const readDescribed = async (deps: Deps, batch: Batch) =>
  describeBatch(batch, await readItemViews(deps.firestore, batch));

const answerChanged = async (deps: Deps, batch: Batch, describe: DescribeForTool) => ({
  success: true as const,
  batch: describe(batch, await readDescribed(deps, batch)),
});

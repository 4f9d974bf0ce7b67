import {
  analyzeImages,
  downloadKeywordZip,
  downloadWithTexts,
  editKeywordResult,
  getFailedItems,
  getKeywordBatch,
  getKeywordPrice,
  getPreviewByName,
  keywordCalls,
  keywordOriginals,
  renameKeywordBatch,
} from '@portal/contracts/keyword-generator';
import type { Hono } from 'hono';
import { createPictureBatch, handleUploadCall } from '../../batches/api/handle-upload-call.ts';
import { serveBatchCalls, serveOriginalCalls, serveRenameCall } from '../../batches/api/serve-batch-calls.ts';
import { answerArchive } from '../../batches/archive/answer-archive.ts';
import { readOwnBatch } from '../../batches/store/batch-store.ts';
import type { Deps } from '../../batches/deps.ts';
import { answerVersioned } from '../../http/answer-versioned.ts';
import { handleCall, handleFileCall } from '../../http/handle-call.ts';
import { readToolSettings } from '../../platform/settings/tool-settings.ts';
import { chooseKeywordSettings } from './choose-settings.ts';
import { describeKeywordGenerator } from './describe-keyword-generator.ts';
import { keywordGeneratorTool, readKeywordPrice } from './keyword-generator-tool.ts';
import { streamWithTexts } from './stream-with-texts.ts';
import { editResult, findBatch, readFailedItems, streamPreview } from './batch-results.ts';

export function serveKeywordGenerator(app: Hono, deps: Deps): void {
  handleUploadCall(app, deps, analyzeImages, async ({ options, ...received }, context) => {
    const { batchName, isHalfPrice, ...chosen } = options;
    const settings = await chooseKeywordSettings(deps, chosen);
    const batch = { ...received, batchName, isHalfPrice, settings };
    return createPictureBatch(deps, keywordGeneratorTool, batch, context);
  });

  serveBatchCalls(app, deps, keywordGeneratorTool, keywordCalls, describeKeywordGenerator);
  serveRenameCall(app, deps, keywordGeneratorTool, renameKeywordBatch, describeKeywordGenerator);
  serveOriginalCalls(app, deps, keywordGeneratorTool, keywordOriginals);

  handleCall(app, deps, getKeywordPrice, async () => {
    const { keywordProvider } = await readToolSettings(deps.firestore);
    return { price: await readKeywordPrice(deps, keywordProvider), provider: keywordProvider };
  });
  handleCall(app, deps, getKeywordBatch, ({ params, caller }, context) =>
    answerVersioned(context, (knownVersion) => findBatch(deps, caller.uid, params.id, knownVersion)),
  );
  handleCall(app, deps, getFailedItems, async ({ params, caller }) => ({
    failedItems: await readFailedItems(deps, caller.uid, params.id),
  }));
  handleCall(app, deps, editKeywordResult, async ({ params, body, caller }) => ({
    success: true as const,
    result: await editResult(deps, caller.uid, params, body),
  }));
  handleFileCall(app, deps, downloadKeywordZip, async ({ params, caller }, context) => {
    const batch = await readOwnBatch(deps.firestore, keywordGeneratorTool.name, caller.uid, params.id);
    return answerArchive(deps, batch, params.naming, context);
  });
  handleFileCall(app, deps, downloadWithTexts, ({ params, caller }, context) =>
    streamWithTexts(deps, caller.uid, params, context.req.raw.signal),
  );
  handleFileCall(app, deps, getPreviewByName, ({ params, caller }, context) =>
    streamPreview(deps, caller.uid, params, context.req.raw.signal),
  );
}

import {
  analyzeImages,
  downloadKeywordZip,
  editKeywordResult,
  getFailedItems,
  getKeywordBatch,
  getKeywordPrice,
  getPreviewByName,
  keywordCalls,
  keywordOriginals,
  renameKeywordBatch,
  type KeywordOptions,
} from '@portal/contracts/keyword-generator';
import type { Hono } from 'hono';
import { answerArchive } from '../../batches/archive/answer-archive.ts';
import { readOwnBatch, type Batch } from '../../batches/store/batch-store.ts';
import { readItemViews } from '../../batches/store/progress-store.ts';
import { changeTexts } from '../../batches/api/change-texts.ts';
import { describeBatch } from '../../batches/store/describe-batch.ts';
import { listBatches } from '../../batches/api/list-batches.ts';
import { serveBatchCalls, serveOriginalCalls, serveRenameCall } from '../../batches/api/serve-batch-calls.ts';
import { streamOriginal } from '../../batches/api/stream-original.ts';
import type { Deps } from '../../deps.ts';
import { answerVersioned } from '../../http/answer-versioned.ts';
import { AppError } from '../../platform/app-error.ts';
import { handleCall, handleFileCall } from '../../http/handle-call.ts';
import { createPictureBatch, handleUploadCall } from '../../batches/api/handle-upload-call.ts';
import { readToolSettings } from '../../settings/tool-settings.ts';
import {
  describeFailedItems,
  describeKeywordGenerator,
  describeResults,
} from './describe-keyword-generator.ts';
import { StoredTextsSchema } from './keyword-settings.ts';
import { keywordGeneratorTool, readKeywordPrice } from './keyword-generator-tool.ts';

export function serveKeywordGenerator(app: Hono, deps: Deps): void {
  const { firestore } = deps;
  const look = async (batch: Batch) => describeBatch(batch, await readItemViews(firestore, batch));

  handleUploadCall(app, deps, analyzeImages, async ({ options, ...received }, context) => {
    const { batchName, ...settings } = options;
    checkOptions(settings);
    const { keywordProvider: provider } = await readToolSettings(firestore);
    const batch = { ...received, batchName, settings: { ...settings, provider } };
    return createPictureBatch(deps, keywordGeneratorTool, batch, context);
  });

  serveBatchCalls(app, deps, keywordGeneratorTool, keywordCalls, describeKeywordGenerator);
  serveRenameCall(app, deps, keywordGeneratorTool, renameKeywordBatch, describeKeywordGenerator);
  serveOriginalCalls(app, deps, keywordGeneratorTool, keywordOriginals);

  handleCall(app, deps, getKeywordPrice, async () => {
    const { keywordProvider } = await readToolSettings(firestore);
    return { price: await readKeywordPrice(deps, keywordProvider) };
  });
  handleCall(app, deps, getKeywordBatch, async ({ params, caller }, context) =>
    answerVersioned(context, async (knownVersion) => {
      const list = await listBatches(deps, keywordGeneratorTool.name, caller.uid, knownVersion);
      if (!list) return undefined;
      const listed = list.batches.find(({ batch }) => batch.id === params.id);
      if (listed)
        return { version: list.version, answer: { batch: describeKeywordGenerator(listed.batch, listed) } };
      const batch = await readOwnBatch(firestore, keywordGeneratorTool.name, caller.uid, params.id);
      return { version: list.version, answer: { batch: describeKeywordGenerator(batch, await look(batch)) } };
    }),
  );
  handleCall(app, deps, getFailedItems, async ({ params, caller }) => {
    const batch = await readOwnBatch(firestore, keywordGeneratorTool.name, caller.uid, params.id);
    return { failedItems: describeFailedItems(batch, await look(batch)) };
  });
  handleCall(app, deps, editKeywordResult, async ({ params: { id, index }, body, caller }) => {
    await changeTexts(deps, keywordGeneratorTool, caller.uid, id, index, (texts) => ({
      ...StoredTextsSchema.parse(texts),
      ...body,
      edited: true,
    }));
    const batch = await readOwnBatch(firestore, keywordGeneratorTool.name, caller.uid, id);
    const result = describeResults(batch, await look(batch))[index];
    if (!result) throw new AppError('not-found', 'Picture not found.');
    return { success: true as const, result };
  });
  handleFileCall(app, deps, downloadKeywordZip, async ({ params, caller }, context) => {
    const batch = await readOwnBatch(firestore, keywordGeneratorTool.name, caller.uid, params.id);
    return answerArchive(deps, keywordGeneratorTool, batch, params.naming, context);
  });
  handleFileCall(app, deps, getPreviewByName, async ({ params, caller }) => {
    const { uploads } = await readOwnBatch(firestore, keywordGeneratorTool.name, caller.uid, params.id);
    const index = (uploads?.files ?? []).findIndex(({ name }) => name === params.fileName);
    return streamOriginal(deps, keywordGeneratorTool.name, caller.uid, { id: params.id, index }, 'thumbnail');
  });
}

function checkOptions({
  mustAppear,
  keywordCount,
}: Pick<KeywordOptions, 'mustAppear' | 'keywordCount'>): void {
  if (mustAppear.length <= keywordCount) return;
  const message = `${mustAppear.length} words must appear, and there are to be ${keywordCount} keywords.`;
  throw new AppError('bad-request', message, { details: [{ path: 'mustAppear', message }] });
}

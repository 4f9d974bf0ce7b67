/** What the Keyword Generator reads and changes of one batch. */
import type {
  FailedItem,
  KeywordBatch,
  KeywordResult,
  KeywordTexts,
} from '@portal/contracts/keyword-generator';
import { changeTexts } from '../../batches/api/change-texts.ts';
import { findListed } from '../../batches/api/list-batches.ts';
import { streamOriginal } from '../../batches/api/stream-original.ts';
import { readOwnBatch, type Batch } from '../../batches/store/batch-store.ts';
import { findOriginals } from '../../batches/store/picture-lookup.ts';
import { describeBatch, type DescribedBatch } from '../../batches/store/describe-batch.ts';
import { readItemViews } from '../../batches/store/progress-store.ts';
import type { Deps } from '../../batches/deps.ts';
import { AppError } from '../../platform/app-error.ts';
import {
  describeFailedItems,
  describeKeywordGenerator,
  describeResults,
} from './describe-keyword-generator.ts';
import { keywordGeneratorTool } from './keyword-generator-tool.ts';
import { StoredTextsSchema } from './keyword-settings.ts';

const TOOL = keywordGeneratorTool.name;

/** Undefined if nothing has changed since `knownVersion`. */
export async function findBatch(
  deps: Deps,
  owner: string,
  id: string,
  knownVersion: string | undefined,
): Promise<{ version: string; answer: { batch: KeywordBatch } } | undefined> {
  const found = await findListed(deps, TOOL, owner, id, knownVersion);
  if (!found) return undefined;
  const { version, listed } = found;
  const { batch, described } = listed
    ? { batch: listed.batch, described: listed }
    : await readDescribed(deps, owner, id);
  return { version, answer: { batch: describeKeywordGenerator(batch, described) } };
}

export async function readFailedItems(deps: Deps, owner: string, id: string): Promise<FailedItem[]> {
  const { batch, described } = await readDescribed(deps, owner, id);
  return describeFailedItems(batch, described);
}

export async function editResult(
  deps: Deps,
  owner: string,
  { id, index }: { id: string; index: number },
  edited: KeywordTexts,
): Promise<KeywordResult> {
  await changeTexts(deps, keywordGeneratorTool, owner, id, index, (texts) => ({
    ...StoredTextsSchema.parse(texts),
    ...edited,
    edited: true,
  }));
  const { batch, described } = await readDescribed(deps, owner, id);
  const result = describeResults(batch, described).find((each) => each.index === index);
  if (!result) throw new AppError('not-found', 'Picture not found.');
  return result;
}

/** The first upload of that name. */
export async function streamPreview(
  deps: Deps,
  owner: string,
  { id, fileName }: { id: string; fileName: string },
  left: AbortSignal,
): Promise<Response> {
  const { uploads } = await findOriginals(deps.firestore, TOOL, owner, id);
  const index = (uploads?.files ?? []).findIndex(({ name }) => name === fileName);
  return streamOriginal(deps, TOOL, owner, { id, index }, 'thumbnail', left);
}

async function readDescribed(
  { firestore }: Deps,
  owner: string,
  id: string,
): Promise<{ batch: Batch; described: DescribedBatch }> {
  const batch = await readOwnBatch(firestore, TOOL, owner, id);
  return { batch, described: describeBatch(batch, await readItemViews(firestore, batch)) };
}

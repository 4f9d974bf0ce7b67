import type { ItemState } from '@portal/contracts/batches';
import {
  getPreviewByName,
  keywordOriginals,
  type FailedItem,
  type KeywordBatch,
  type KeywordResult,
} from '@portal/contracts/keyword-generator';
import type { Batch } from '../../batches/store/batch-store.ts';
import type { DescribedBatch } from '../../batches/store/describe-batch.ts';
import { originalAddresses } from '../../batches/api/describe-images.ts';
import { StoredTextsSchema, KeywordSettingsSchema } from './keyword-settings.ts';

const STATUSES: Record<ItemState, KeywordResult['status']> = {
  waiting: 'queued',
  queued: 'queued',
  claimed: 'processing',
  calling: 'processing',
  submitted: 'processing',
  done: 'completed',
  failed: 'failed',
  uncertain: 'failed',
  cancelled: 'cancelled',
};

const UNWRITTEN = {
  seo_image_title: '',
  seo_description: '',
  keywords: [],
  category: null,
  edited: false,
  extension: null,
};

export function describeKeywordGenerator(batch: Batch, described: DescribedBatch): KeywordBatch {
  const { facts, doneCount } = described;
  const { provider: _, ...options } = KeywordSettingsSchema.parse(batch.settings);
  const ended = doneCount + facts.failedCount + facts.uncertainCount + facts.cancelledCount;
  return {
    ...facts,
    ...options,
    status: facts.status === 'pending' ? 'queued' : facts.status,
    name: batch.name,
    progress: Math.round((100 * ended) / batch.total),
    images: namesOf(batch),
    completedCount: doneCount,
    results: describeResults(batch, described),
    failedItems: describeFailedItems(batch, described),
  };
}

const namesOf = ({ uploads }: Batch): string[] => (uploads?.files ?? []).map(({ name }) => name);

/** Without those that were deleted. */
export const describeResults = (
  batch: Batch,
  { states, texts, checks, deleted }: DescribedBatch,
): KeywordResult[] =>
  namesOf(batch).flatMap((fileName, index) =>
    deleted.has(index)
      ? []
      : {
          ...UNWRITTEN,
          ...(texts.has(index) && StoredTextsSchema.parse(texts.get(index))),
          index,
          fileName,
          status: STATUSES[states.get(index) ?? 'queued'],
          originalUrl: originalAddresses(keywordOriginals, batch.id, index).originalUrl,
          previewUrl: previewOf(batch, index),
          checks: checks.get(index),
        },
  );

export const describeFailedItems = (batch: Batch, { facts }: DescribedBatch): FailedItem[] =>
  facts.failures.map(({ index, reason, attempts }) => ({
    index,
    fileName: namesOf(batch)[index] ?? '',
    previewUrl: previewOf(batch, index),
    error: reason,
    attempts,
  }));

/** By name; by index if the name is not unique, or begins with a dot, which Hosting does not pass on. */
function previewOf(batch: Batch, index: number): string {
  const names = namesOf(batch);
  const name = names[index] ?? '';
  return names.indexOf(name) === index && !name.startsWith('.')
    ? getPreviewByName.path.replace('{id}', batch.id).replace('{fileName}', () => encodeURIComponent(name))
    : originalAddresses(keywordOriginals, batch.id, index).originalThumbnailUrl;
}

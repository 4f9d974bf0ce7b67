import type { ItemState } from '@portal/contracts/batches';
import {
  stylizerCalls,
  stylizerOriginals,
  type StylizerBatch,
  type StylizerResult,
} from '@portal/contracts/stylizer';
import { makeFolderLink } from '../../batches/archive/list-contents.ts';
import type { Batch } from '../../batches/store/batch-store.ts';
import type { DescribedBatch } from '../../batches/store/describe-batch.ts';
import { imageAddresses, originalAddresses } from '../../batches/api/describe-images.ts';
import type { Deps } from '../../batches/deps.ts';
import { StylizerSettingsSchema, stylizerTool } from './stylizer-tool.ts';

const STATUSES: Record<ItemState, StylizerResult['status']> = {
  waiting: 'pending',
  queued: 'pending',
  claimed: 'processing',
  calling: 'processing',
  submitted: 'processing',
  done: 'completed',
  failed: 'failed',
  uncertain: 'failed',
  cancelled: 'cancelled',
};

export function describeStylizer(deps: Deps, batch: Batch, described: DescribedBatch): StylizerBatch {
  const { facts, doneCount, states } = described;
  const made = new Set(described.images.map(({ index }) => index));
  const names = (batch.uploads?.files ?? []).map(({ name }) => name);
  const results = names.flatMap((fileName, index): StylizerResult[] => {
    if (described.deleted.has(index)) return [];
    const original = originalAddresses(stylizerOriginals, batch.id, index);
    const styled = imageAddresses(stylizerCalls, batch.id, index);
    const result: StylizerResult = {
      index,
      status: STATUSES[states.get(index) ?? 'queued'],
      fileName,
      originalImageUrl: original.originalUrl,
      originalThumbnailUrl: original.originalThumbnailUrl,
      styledImageUrl: made.has(index) ? styled.webUrl : null,
      thumbnailUrl: made.has(index) ? styled.thumbnailUrl : null,
    };
    return [result];
  });
  const ended = doneCount + facts.failedCount + facts.uncertainCount + facts.cancelledCount;
  return {
    ...facts,
    name: batch.name,
    preset: StylizerSettingsSchema.parse(batch.settings).preset,
    progress: Math.round((100 * ended) / batch.total),
    images: names,
    completedCount: doneCount,
    results,
    originalImageUrl: results[0]?.originalImageUrl ?? null,
    styledImageUrl: results.find(({ styledImageUrl }) => styledImageUrl !== null)?.styledImageUrl ?? null,
    folderLink: makeFolderLink(deps, stylizerTool, batch, described),
  };
}

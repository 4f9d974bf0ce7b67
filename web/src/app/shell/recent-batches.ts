import type { QueryClient } from '@tanstack/react-query';
import { generator } from '../../features/image-generator/batches-query.ts';
import { keywords } from '../../features/keyword-generator/keywords.ts';
import { stylizer } from '../../features/stylizer/batches-query.ts';
import { labelPreset } from '../../features/stylizer/label-preset.ts';
import { upscaler } from '../../features/upscale/upscaler.ts';
import type { BatchTool, HistoryBatch } from '../../shared/batches/batch-tool.ts';
import { findTool, type ToolId } from '../../shared/tools.ts';

export interface Place {
  title: string;
  path: string;
  /** What a batch is of. */
  note?: string;
}

const MOST_RECENT = 5;

/** The newest of all tools, as far as they have been seen already: nothing is asked for. */
export function listRecentBatches(client: QueryClient): Place[] {
  const list = <Batch extends HistoryBatch>(
    id: ToolId,
    { batchesQuery, readName }: BatchTool<Batch>,
    note: (batch: Batch) => string,
  ) => {
    const { path } = findTool(id);
    const batches = client.getQueryData(batchesQuery.queryKey) ?? [];
    return batches.slice(0, MOST_RECENT).map((batch) => ({
      createdAt: batch.createdAt,
      place: { title: readName(batch), path: `${path}#batch-${batch.id}`, note: note(batch) },
    }));
  };
  return [
    ...list('bulk-image-generator', generator, ({ prompt }) => prompt),
    ...list('upscale-enhancement', upscaler, ({ scale }) => `Upscale, ${scale}x`),
    ...list('keyword-generator', keywords, ({ images }) => `Keywords, ${countImages(images)}`),
    ...list('stylizer', stylizer, ({ preset }) => `Stylizer, ${labelPreset(preset)}`),
  ]
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
    .slice(0, MOST_RECENT)
    .map(({ place }) => place);
}

const countImages = ({ length }: readonly string[]): string =>
  `${length} ${length === 1 ? 'image' : 'images'}`;

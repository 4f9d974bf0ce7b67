import { isActive } from '@portal/contracts/batches';
import type { BatchPicture } from '../viewer/batch-picture.ts';
import type { PictureFacts } from '../viewer/picture-facts.ts';
import type { BatchTool, HistoryBatch } from '../batches/batch-tool.ts';

/** What a tool knows about a batch besides its `readSettings`. */
export type DescribeBatch<Batch> = (batch: Batch, index: number) => Pick<PictureFacts, 'prompt' | 'settings'>;

/** What the viewer shows about the images of a batch. */
export const makeDescribePicture =
  <Batch extends HistoryBatch>(
    { name, readTitle, readSettings }: Pick<BatchTool<Batch>, 'name' | 'readTitle' | 'readSettings'>,
    batch: Batch,
    describeBatch?: DescribeBatch<Batch>,
  ) =>
  ({ index }: Pick<BatchPicture, 'index'>): PictureFacts => ({
    source: { batchId: batch.id, index, kind: 'result' },
    tool: name,
    batchName: readTitle(batch).title,
    isStarred: batch.starred?.includes(index) ?? false,
    settings: readSettings?.(batch),
    ...describeBatch?.(batch, index),
    batchCost: batch.cost,
    batchEstimate: batch.estimate,
    isBatchOver: !isActive(batch.status),
    origin: batch.origins?.find((origin) => origin.index === index)?.from,
  });

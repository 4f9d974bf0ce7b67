import { useTools } from '../tools/tools.ts';
import type { BatchPicture } from '../viewer/batch-picture.ts';
import type { PictureFacts } from '../viewer/picture-facts.ts';
import type { BatchTool, HistoryBatch } from './batch-tool.ts';

/** What a tool knows about a batch's settings. */
export type DescribeBatch<Batch> = (batch: Batch) => Pick<PictureFacts, 'prompt' | 'settings'>;

/** What the viewer shows about the images of a batch. */
export function useDescribePicture<Batch extends HistoryBatch>(
  { historyQuery, readName }: Pick<BatchTool<Batch>, 'historyQuery' | 'readName'>,
  batch: Batch,
  describeBatch?: DescribeBatch<Batch>,
): (picture: Pick<BatchPicture, 'index'>) => PictureFacts | undefined {
  const tool = useTools().find((each) => each.historyQuery.queryKey[0] === historyQuery.queryKey[0]);
  return ({ index }) =>
    tool && {
      source: { batchId: batch.id, index, kind: 'result' },
      tool: tool.name,
      batchName: readName(batch),
      isStarred: batch.starred?.includes(index) ?? false,
      ...describeBatch?.(batch),
      batchCost: batch.cost,
      origin: batch.origins?.find((origin) => origin.index === index)?.from,
    };
}

import type { BatchFacts, ToolName } from '@portal/contracts/batches';
import { starPictures, type LibraryBatch } from '@portal/contracts/library';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../client/api/client.ts';
import { batchChangeOptions } from '../batches/change-batches.ts';
import { useLibraryChange } from '../library/library-query.ts';
import { toastFailure } from '../../client/toast/toast-store.ts';
import { useTools } from '../registered-tools/tools.ts';
import { sendInOrder } from './send-in-order.ts';

export type ChangeStars = (
  batch: { id: string; tool: ToolName },
  indexes: readonly number[],
  isStarred: boolean,
) => void;

/** Changes stars at once, in the Library and in the tool's history, and reverts them if the server refuses. */
export function useStars(): ChangeStars {
  const changeLibrary = useLibraryChange();
  const client = useQueryClient();
  const tools = useTools();
  return ({ id, tool }, indexes, isStarred) => {
    const changed = new Set(indexes);
    const sent = sendInOrder(id, () =>
      call(starPictures, {
        params: { id },
        body: isStarred ? { add: [...indexes] } : { remove: [...indexes] },
      }),
    ).catch((error: unknown) => {
      toastFailure();
      throw error;
    });
    changeLibrary({ apply: (batches) => applyStars(batches, id, changed, isStarred), send: () => sent });
    const listKey = tools.find(({ name }) => name === tool)?.historyQuery.queryKey;
    if (listKey === undefined) return;
    client
      .getMutationCache()
      .build(client, batchChangeOptions<BatchFacts>(client, listKey))
      .execute({
        apply: (batches) => applyStarred(batches, id, changed, isStarred),
        send: () => sent,
        skipsRefetch: true,
      })
      // The toast has told it.
      .catch(() => undefined);
  };
}

const applyStars = (
  batches: readonly LibraryBatch[],
  batchId: string,
  indexes: ReadonlySet<number>,
  isStarred: boolean,
): readonly LibraryBatch[] =>
  batches.map((batch) =>
    batch.id === batchId
      ? {
          ...batch,
          pictures: batch.pictures.map((picture) =>
            indexes.has(picture.index) ? { ...picture, isStarred } : picture,
          ),
        }
      : batch,
  );

/** The same in a tool's own list. */
export const applyStarred = <Batch extends Pick<BatchFacts, 'id' | 'starred'>>(
  batches: readonly Batch[],
  batchId: string,
  indexes: ReadonlySet<number>,
  isStarred: boolean,
): readonly Batch[] =>
  batches.map((batch) => {
    if (batch.id !== batchId) return batch;
    const others = (batch.starred ?? []).filter((index) => !indexes.has(index));
    return { ...batch, starred: isStarred ? [...others, ...indexes].toSorted((a, b) => a - b) : others };
  });

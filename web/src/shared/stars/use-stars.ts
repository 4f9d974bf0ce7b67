import type { ToolName } from '@portal/contracts/batches';
import { starPictures, type LibraryBatch } from '@portal/contracts/library';
import { toastFailure } from '../toast/toast-store.ts';
import { call } from '../api/client.ts';
import { useLibraryChange } from '../library/library-query.ts';

export type ChangeStars = (
  batch: { id: string; tool: ToolName },
  indexes: readonly number[],
  isStarred: boolean,
) => void;

/** Changes stars at once, and reverts them if the server refuses. */
export function useStars(): ChangeStars {
  const change = useLibraryChange();
  return ({ id }, indexes, isStarred) =>
    change({
      apply: (batches) => applyStars(batches, id, new Set(indexes), isStarred),
      send: () =>
        call(starPictures, {
          params: { id },
          body: isStarred ? { add: [...indexes] } : { remove: [...indexes] },
        }).catch((error: unknown) => {
          toastFailure();
          throw error;
        }),
    });
}

export const applyStars = (
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

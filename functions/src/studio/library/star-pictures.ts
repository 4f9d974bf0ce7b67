import type { Deps } from '../../batches/deps.ts';
import { changeOwn } from '../../batches/api/change-batch.ts';
import { AppError } from '../../platform/app-error.ts';

interface Stars {
  add: readonly number[];
  remove: readonly number[];
}

/** Returns the indexes of all pictures of the batch that now have a star. */
export async function starPictures(
  deps: Pick<Deps, 'firestore'>,
  owner: string,
  batchId: string,
  { add, remove }: Stars,
): Promise<number[]> {
  const { starred = [] } = await changeOwn(deps, undefined, owner, batchId, (batch) => {
    const { starred: known = [], deletedItems = [], total } = batch;
    const wrong = [...add, ...remove].find((index) => index >= total);
    if (wrong !== undefined) throw new AppError('bad-request', `This batch has no picture ${wrong + 1}.`);
    // Another tab may just have deleted the picture.
    const without = new Set([...remove, ...deletedItems]);
    const next = [...new Set([...known, ...add])]
      .filter((index) => !without.has(index))
      .toSorted((one, other) => one - other);
    return next.join() === known.join() ? {} : { starred: next };
  });
  return starred;
}

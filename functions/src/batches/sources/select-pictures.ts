/** The pictures that a request about a selection names. */
import { MAX_SELECTED_BATCHES } from '@portal/contracts/library';
import type { Source } from '@portal/contracts/source';
import type { Deps } from '../deps.ts';
import { AppError } from '../../platform/app-error.ts';
import { forEachAtOnce } from '../../platform/for-each-at-once.ts';
import type { ItemViews } from '../store/batch-record.ts';
import { batchNotFound, batchReference, isOwn, parseBatch, type Batch } from '../store/batch-store.ts';
import { readItemViews } from '../store/progress-store.ts';
import type { Tool } from '../tool.ts';

/** The chosen pictures of one batch, by item index, each with its place in the request. */
export interface ChosenItems {
  batch: Batch;
  places: ReadonlyMap<number, number>;
  views: ItemViews;
}

/**
 * By batch. Costs a read for each of them, and up to ten more if it is running. Answers 404 for a batch that is not the
 * caller's, and 400 for a picture that is not finished or that the Library does not show. `ifGone`: what to do with batches
 * that were deleted or have expired, and with deleted pictures.
 */
export async function selectPictures(
  { firestore, findTool }: Pick<Deps, 'firestore' | 'findTool'>,
  owner: string,
  pictures: readonly Source[],
  ifGone: 'skip' | 'refuse',
): Promise<ChosenItems[]> {
  const byBatch = Map.groupBy([...pictures.entries()], ([, { batchId }]) => batchId);
  if (byBatch.size > MAX_SELECTED_BATCHES) {
    throw new AppError('bad-request', `Select pictures from at most ${MAX_SELECTED_BATCHES} batches.`);
  }
  const found = await firestore.getAll(...[...byBatch.keys()].map((id) => batchReference(firestore, id)));
  const kept = found.flatMap((snapshot) => {
    const batch = parseBatch(snapshot);
    const own = byBatch.get(snapshot.id) ?? [];
    const mayBeGone = !batch || batch.owner === owner;
    if (isOwn(batch, owner)) return [{ batch, own }];
    if (mayBeGone && ifGone === 'skip') return [];
    throw makeSelectionError('not-found', own[0]?.[0] ?? 0, batchNotFound().message);
  });
  const chosen: ChosenItems[] = [];
  await forEachAtOnce(kept, async ({ batch, own }) => {
    const views = await readItemViews(firestore, batch);
    for (const [place, source] of own) {
      const problem = findProblem(findTool(batch.tool), batch.total, source, views);
      if (problem !== undefined) throw makeSelectionError('bad-request', place, problem);
      if (ifGone === 'refuse' && isDeleted(batch, source.index)) {
        throw makeSelectionError('not-found', place, 'This picture was deleted.');
      }
    }
    chosen.push({ batch, views, places: new Map(own.map(([place, { index }]) => [index, place])) });
  });
  return chosen;
}

export const makeSelectionError = (code: 'bad-request' | 'not-found', place: number, message: string) =>
  new AppError(code, message, { details: [{ path: `pictures.${place}`, message }] });

const isDeleted = ({ deletedItems, filesDeleted }: Batch, index: number): boolean =>
  filesDeleted || (deletedItems?.includes(index) ?? false);

function findProblem(
  { images: made }: Tool,
  total: number,
  { index, kind }: Source,
  views: ItemViews,
): string | undefined {
  if (index >= total) return `This batch has no picture ${index + 1}.`;
  if (kind === 'result' && !made) return 'This batch has no results. Select its originals.';
  if (kind === 'original' && made) return 'Select results of this batch, not originals.';
  if (views[index]?.state !== 'done') return 'This picture is not finished.';
  return undefined;
}

import type { Source } from '@portal/contracts/source';
import { deleteItems } from '../../batches/engine/delete-items.ts';
import { selectPictures } from '../../batches/sources/select-pictures.ts';
import type { Deps } from '../../batches/deps.ts';
import { forEachAtOnce } from '../../platform/for-each-at-once.ts';

/** Hides the pictures at once; a task deletes their files. What is gone already counts as deleted. */
export async function deletePictures(deps: Deps, owner: string, pictures: readonly Source[]): Promise<void> {
  const chosen = await selectPictures(deps, owner, pictures, 'skip');
  await forEachAtOnce(chosen, ({ batch, places }) => deleteItems(deps, batch.id, [...places.keys()]));
}

import type { Archive } from '@portal/contracts/batches';
import type { Source } from '@portal/contracts/source';
import type { Deps } from '../deps.ts';
import { makeSelection, readArchive } from './archive-store.ts';
import { listSelection } from './list-selection.ts';
import { isInProgress, prepareArchive } from './prepare-archive.ts';

/** A link to the ZIP of a selection, or its progress. The same selection has the same ZIP. */
export async function answerSelection(
  deps: Deps,
  owner: string,
  pictures: readonly Source[],
): Promise<Archive> {
  const { id, ...selection } = makeSelection(owner, pictures);
  const known = await readArchive(deps.firestore, id);
  // The worker reads the batches again: no need to do so with each poll.
  if (known && isInProgress(known)) {
    return { status: 'preparing', done: known.done, total: pictures.length };
  }
  const contents = await listSelection(deps, owner, pictures);
  const wanted = { ...selection, naming: null, expiresAt: contents.expiresAt };
  return prepareArchive(deps, id, known, contents, wanted);
}

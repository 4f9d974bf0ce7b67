import type { ExportArchive, ExportRequest } from '@portal/contracts/exports';
import { makeSelection, readArchive, sortPictures } from '../../batches/archive/archive-store.ts';
import { isInProgress, prepareArchive } from '../../batches/archive/prepare-archive.ts';
import type { Deps } from '../../batches/deps.ts';
import { AppError } from '../../platform/app-error.ts';
import { listExport } from './list-export.ts';

/** A link to an agency's ZIP, or its progress. The same request has the same ZIP. */
export async function answerExport(
  deps: Deps,
  owner: string,
  request: ExportRequest,
): Promise<ExportArchive> {
  const { agency, naming = null, pictures, alike = [], part } = request;
  const wanted = {
    agency,
    naming,
    ...(alike.length > 0 && { alike: JSON.stringify(sortPictures(alike)) }),
    ...(part !== undefined && { part }),
  };
  const { id, ...selection } = makeSelection(owner, pictures, wanted);
  const known = await readArchive(deps.firestore, id);
  // The worker reads the batches again: no need to do so with each poll.
  if (known && isInProgress(known))
    return { status: 'preparing', done: known.done, total: known.total ?? pictures.length };
  const contents = await listExport(deps, owner, request);
  const { count } = contents;
  if (count === 0) throw new AppError('bad-request', 'The agency takes none of these pictures.');
  const { outcome, ...archive } = await prepareArchive(deps, id, known, contents, {
    ...selection,
    ...wanted,
    total: contents.entries.length,
    expiresAt: contents.expiresAt,
  });
  if (archive.status === 'preparing') return archive;
  return { ...archive, written: outcome?.written ?? count, promised: count };
}

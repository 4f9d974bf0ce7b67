import { randomUUID } from 'node:crypto';
import type { Source } from '@portal/contracts/source';
import type { ChosenFiles, UploadedFile, UploadRules } from '@portal/contracts/uploads';
import type { Deps } from '../deps.ts';
import { checkCount } from '../../pictures/uploads/check-uploads.ts';
import { findUploads } from '../../pictures/uploads/upload-store.ts';
import type { BatchFile, BatchUploads } from '../store/batch-record.ts';
import { findSources } from './find-sources.ts';

/** Checks the pictures of a new batch: uploads, and pictures of earlier batches, which are only copied later. */
export async function findFiles(
  deps: Deps,
  owner: string,
  { folder = randomUUID(), files }: ChosenFiles,
  rules: UploadRules,
): Promise<BatchUploads> {
  checkCount(files.length, rules);
  // By place in the request.
  const uploads = new Map<number, UploadedFile>();
  const sources = new Map<number, Source>();
  for (const [place, file] of files.entries()) {
    if ('from' in file) sources.set(place, file.from);
    else uploads.set(place, file);
  }
  const found = new Map<number, BatchFile>();
  if (uploads.size > 0) {
    const places = [...uploads.keys()];
    const named = await findUploads(deps, owner, { folder, files: [...uploads.values()] }, rules, places);
    for (const [index, file] of named.files.entries()) found.set(places[index] ?? index, file);
  }
  if (sources.size === 0) return { folder, files: [...found.values()] };
  const { files: copies, sources: batches } = await findSources(deps, owner, sources);
  for (const [place, file] of copies) found.set(place, file);
  return { folder, files: [...files.keys()].flatMap((place) => found.get(place) ?? []), sources: batches };
}

import { nameKeywordFiles } from '@portal/contracts/keyword-file-names';
import { FileNamingSchema } from '@portal/contracts/keyword-generator';
import { uploadPath } from '@portal/contracts/uploads';
import type { Batch } from '../../batches/store/batch-store.ts';
import { readItemViews } from '../../batches/store/progress-store.ts';
import type { ItemFile } from '../../batches/tool.ts';
import { describeBatch } from '../../batches/store/describe-batch.ts';
import type { Deps } from '../../deps.ts';
import { toWeb } from '../../platform/to-web.ts';
import { openUpload, readUploads } from '../../uploads/upload-store.ts';
import { describeResults } from './describe-keyword-generator.ts';

/** The unchanged uploads that have texts, named after their titles. */
export async function listRenamedFiles(
  deps: Deps,
  batch: Batch,
  naming: string | undefined,
): Promise<ItemFile[]> {
  const { owner, uploads, filesDeleted } = batch;
  if (!uploads || filesDeleted) return [];
  const results = describeResults(batch, describeBatch(batch, await readItemViews(deps.firestore, batch)));
  const found = await readUploads(deps, owner, uploads);
  return [...nameKeywordFiles(results, FileNamingSchema.parse(naming ?? 'seo'))].flatMap(([index, name]) => {
    const { id = '', from } = uploads.files[index] ?? {};
    const file = found.get(id);
    const path = uploadPath(owner, uploads.folder, id);
    if (!file) return [];
    const date = from ? new Date(from.date) : file.timeCreated;
    return [{ index, name, bytes: file.size, date, open: () => open(deps, path) }];
  });
}

async function open(deps: Deps, path: string): Promise<ReadableStream<Uint8Array>> {
  const opened = await openUpload(deps, path);
  if (!opened) throw new Error('An uploaded picture no longer exists.');
  return toWeb(opened.stream);
}

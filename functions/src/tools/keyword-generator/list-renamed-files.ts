import { nameKeywordFiles } from '@portal/contracts/keyword-file-names';
import { FileNamingSchema, type KeywordResult } from '@portal/contracts/keyword-generator';
import type { Batch } from '../../batches/store/batch-store.ts';
import { readItemViews } from '../../batches/store/progress-store.ts';
import type { ItemFile } from '../../batches/tool.ts';
import { describeBatch } from '../../batches/store/describe-batch.ts';
import type { Deps } from '../../batches/deps.ts';
import { collectBytes } from '../../platform/collect-bytes.ts';
import {
  findUploadPlace,
  openUpload,
  readUploads,
  type UploadPlace,
} from '../../pictures/uploads/upload-store.ts';
import { openWithTexts } from './embed-texts.ts';
import { describeResults } from './describe-keyword-generator.ts';

/** The uploads that have texts, named after their titles, with the texts inside. */
export async function listRenamedFiles(
  deps: Deps,
  batch: Batch,
  naming: string | undefined,
): Promise<ItemFile[]> {
  const { owner, uploads, filesDeleted } = batch;
  if (!uploads || filesDeleted) return [];
  const results = describeResults(batch, describeBatch(batch, await readItemViews(deps.firestore, batch)));
  const found = await readUploads(deps, owner, uploads);
  const texts = new Map(results.map((result) => [result.index, toTexts(result)]));
  return [...nameKeywordFiles(results, FileNamingSchema.parse(naming ?? 'seo'))].flatMap(([index, name]) => {
    const { id = '', generation, from } = uploads.files[index] ?? {};
    const own = texts.get(index);
    const file = found.get(id);
    const place = findUploadPlace(owner, uploads.folder, { id, generation });
    if (!file || !own) return [];
    return {
      index,
      name,
      bytes: file.size,
      texts: own,
      date: from?.date === undefined ? file.timeCreated : new Date(from.date),
      open: async () => openWithTexts(() => read(deps, place), own),
    };
  });
}

const toTexts = ({ seo_image_title: title, seo_description: description, keywords }: KeywordResult) => ({
  title,
  description,
  keywords,
});

async function read(deps: Deps, place: UploadPlace): Promise<Buffer> {
  const opened = await openUpload(deps, place);
  if (!opened) throw new Error('An uploaded picture no longer exists.');
  return collectBytes(opened.stream, () => opened.size);
}

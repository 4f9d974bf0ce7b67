import {
  sharedPicture,
  sharedThumbnail,
  type SharedBatch,
  type SharedPicture,
} from '@portal/contracts/sharing';
import { describeBatch } from '../store/describe-batch.ts';
import type { Batch } from '../store/batch-store.ts';
import { nameImageFile } from '../store/media-names.ts';
import { readItemViews } from '../store/progress-store.ts';
import { linkNotFound } from '../store/share-store.ts';
import type { Deps } from '../deps.ts';
import { readEmails } from '../../identity/access-store.ts';

/** A batch as others see it. `token`: of its link. */
export async function describeSharedBatch(
  { firestore, findTool }: Deps,
  batch: Batch,
  token: string,
): Promise<SharedBatch> {
  const { owner, name, settings, total } = batch;
  const made = findTool(batch.tool).images;
  const [views, emails] = await Promise.all([
    readItemViews(firestore, batch),
    readEmails(firestore, [owner]),
  ]);
  const ownerEmail = emails.get(owner);
  if (ownerEmail === undefined) throw linkNotFound();
  const described = describeBatch(batch, views);
  const { facts, images } = described;
  const addresses = (index: number) => ({
    url: addressOf(sharedPicture.path, token, index),
    thumbnailUrl: addressOf(sharedThumbnail.path, token, index),
  });
  const results = images.map(({ index, image: { width, height, bytes, format } }): SharedPicture => ({
    index,
    kind: 'result',
    fileName: nameImageFile(batch, index, format, made?.fileSuffix),
    ...addresses(index),
    width,
    height,
    bytes,
  }));
  const originals = (batch.filesDeleted ? [] : (batch.uploads?.files ?? [])).flatMap(
    (file, index): SharedPicture[] =>
      isShownOriginal(described, index)
        ? [{ index, kind: 'original', fileName: file.name, ...addresses(index) }]
        : [],
  );
  return {
    batchId: batch.id,
    tool: batch.tool,
    name,
    prompt: typeof settings['prompt'] === 'string' ? settings['prompt'] : null,
    ownerEmail,
    status: facts.status,
    createdAt: facts.createdAt,
    expiresAt: facts.expiresAt,
    total,
    pictures: made ? results : originals,
  };
}

/** People with the link see only what is finished. */
export const isShownOriginal = (
  { states, deleted }: Pick<ReturnType<typeof describeBatch>, 'states' | 'deleted'>,
  index: number,
): boolean => states.get(index) === 'done' && !deleted.has(index);

const addressOf = (path: string, token: string, index: number): string =>
  path.replace('{token}', token).replace('{index}', String(index));

/** Images that were paid for and that the media service did not accept: saved in Cloud Storage until it does. */
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { saveFile } from '../../platform/files/save-file.ts';
import type { MadeImage } from '../../providers/provider-answer.ts';
import { MicrosTextSchema, type Micros } from '../../spend/micros.ts';

const MetadataSchema = z.object({
  contentType: z.enum(['image/png', 'image/jpeg', 'image/webp']),
  metadata: z.object({ cost: MicrosTextSchema }),
});

const ROOT = 'kept/';
/** More than a batch has items. */
const MAX_FILES = 1000;

/** Of one batch, given the batch's folder at the media service. */
export const unstoredFolder = (folder: string): string => `${ROOT}${folder}/`;

const fileOf = ({ bucket }: Pick<Deps, 'bucket'>, publicId: string) => bucket().file(`${ROOT}${publicId}`);

export const saveUnstoredImage = (
  deps: Pick<Deps, 'bucket'>,
  publicId: string,
  made: MadeImage,
  cost: Micros,
) =>
  saveFile(fileOf(deps, publicId), made.bytes, {
    contentType: made.contentType,
    metadata: { metadata: { cost: String(cost) } },
  });

export async function findUnstoredImage(
  deps: Pick<Deps, 'bucket'>,
  publicId: string,
): Promise<{ made: MadeImage; cost: Micros } | undefined> {
  const file = fileOf(deps, publicId);
  const [exists] = await file.exists();
  if (!exists) return undefined;
  const [metadata] = await file.getMetadata();
  const { contentType, metadata: custom } = MetadataSchema.parse(metadata);
  const [bytes] = await file.download();
  return { made: { bytes, contentType }, cost: custom.cost };
}

/** Public ids of a batch's images, given its folder. */
export async function listUnstoredImages(deps: Pick<Deps, 'bucket'>, folder: string): Promise<string[]> {
  const [files] = await deps.bucket().getFiles({ prefix: unstoredFolder(folder), maxResults: MAX_FILES });
  return files.map(({ name }) => name.slice(ROOT.length));
}

export async function deleteUnstoredImage(deps: Pick<Deps, 'bucket'>, publicId: string): Promise<void> {
  await fileOf(deps, publicId).delete({ ignoreNotFound: true });
}

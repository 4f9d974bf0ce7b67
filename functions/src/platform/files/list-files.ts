import { z } from 'zod';
import type { FileStorage } from './file-storage.ts';

const StoredFileSchema = z.object({
  name: z.string(),
  size: z.coerce.number(),
  timeCreated: z.coerce.date(),
  /** Changes when the bytes are replaced. */
  generation: z.coerce.string(),
});
export type StoredFile = z.infer<typeof StoredFileSchema>;

const NextPageSchema = z.object({ pageToken: z.string().optional() }).nullish();

/** One page of the files under a prefix, sorted by name. */
export async function listFilePage(
  { bucket }: FileStorage,
  prefix: string,
  pageToken: string | undefined,
  maxFiles = 1000,
): Promise<{ files: StoredFile[]; nextToken: string | undefined }> {
  const [files, next] = await bucket().getFiles({
    prefix,
    autoPaginate: false,
    maxResults: maxFiles,
    ...(pageToken !== undefined && { pageToken }),
  });
  return {
    files: files.map(({ name, metadata }) => StoredFileSchema.parse({ ...metadata, name })),
    nextToken: NextPageSchema.parse(next)?.pageToken,
  };
}

/** All files under a prefix. Pages are read on demand. */
export async function* listFiles(storage: FileStorage, prefix: string) {
  let pageToken: string | undefined;
  do {
    const { files, nextToken } = await listFilePage(storage, prefix, pageToken);
    yield* files;
    pageToken = nextToken;
  } while (pageToken !== undefined);
}

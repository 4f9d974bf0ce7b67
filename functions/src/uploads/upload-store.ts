/**
 * uploads/{owner}/{folder}/{file} in Cloud Storage: the pictures that people uploaded. Whatever gets there through the
 * browser is checked only by storage.rules, so nothing here trusts what is said of a file beside its size.
 */
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { findPictureType } from '@portal/contracts/picture-type';
import { uploadPath, type UploadedFiles, type UploadRules } from '@portal/contracts/uploads';
import { z } from 'zod';
import type { FileStorage } from '../platform/file-storage.ts';
import { forEachAtOnce } from '../platform/for-each-at-once.ts';
import { listFiles, type StoredFile } from '../platform/list-files.ts';
import { breakRule, checkCount, checkSize } from './check-uploads.ts';
import { cleanFileName } from './clean-file-name.ts';

export interface NamedFile {
  name: string;
  bytes: Buffer;
}

const folderPath = (owner: string, folder: string) => uploadPath(owner, folder, '');

/** Of what came with the call itself. */
export async function saveUploads(
  { bucket }: FileStorage,
  owner: string,
  files: readonly NamedFile[],
): Promise<UploadedFiles> {
  const folder = randomUUID();
  const named = files.map((file) => ({ ...file, id: randomUUID() }));
  await forEachAtOnce(named, ({ id, bytes }) =>
    bucket()
      .file(uploadPath(owner, folder, id))
      .save(bytes, {
        resumable: false,
        // Its name is new: so the SDK may send it again when a connection breaks.
        preconditionOpts: { ifGenerationMatch: 0 },
        contentType: findPictureType(bytes) ?? 'application/octet-stream',
      }),
  );
  return { folder, files: named.map(({ id, name }) => ({ id, name: cleanFileName(name) })) };
}

/** Of what the browser has put there: all in that person's own folder, and within the tool's rules. */
export async function findUploads(
  storage: FileStorage,
  owner: string,
  { folder, files }: UploadedFiles,
  rules: UploadRules,
): Promise<UploadedFiles> {
  checkCount(files.length, rules);
  const found = await readUploads(storage, owner, { folder, files });
  const seen = new Set<string>();
  for (const [index, { id }] of files.entries()) {
    const size = found.get(id)?.size;
    if (seen.has(id)) throw breakRule('bad-request', index, 'This file is named twice.');
    if (size === undefined) throw breakRule('not-found', index, 'This file is not among your uploads.');
    checkSize(size, index, rules);
    seen.add(id);
  }
  return { folder, files: files.map(({ id, name }) => ({ id, name: cleanFileName(name) })) };
}

/** By id; of those that are there. Stops as soon as all are found. */
export async function readUploads(
  storage: FileStorage,
  owner: string,
  { folder, files }: UploadedFiles,
): Promise<ReadonlyMap<string, StoredFile>> {
  const prefix = folderPath(owner, folder);
  const wanted = new Set(files.map(({ id }) => id));
  const found = new Map<string, StoredFile>();
  for await (const file of listFiles(storage, prefix)) {
    const id = file.name.slice(prefix.length);
    if (wanted.has(id)) found.set(id, file);
    if (found.size === wanted.size) break;
  }
  return found;
}

const OpenedSchema = z.object({ size: z.coerce.number(), contentType: z.string().optional() });

/** As a stream; undefined when it is not there any more. Its type is what was said of it, not what it is. */
export async function openUpload(
  { bucket }: FileStorage,
  path: string,
): Promise<{ stream: Readable; size: number; contentType: string | undefined } | undefined> {
  const file = bucket().file(path);
  const metadata = await ignoreNotFound(file.getMetadata());
  if (!metadata) return undefined;
  const { size, contentType } = OpenedSchema.parse(metadata[0]);
  // Never unpacked: of a file that calls itself gzip the size would be anybody's guess.
  return { stream: file.createReadStream({ decompress: false }), size, contentType };
}

/** Whole; undefined when it is not there any more. */
export async function readUpload({ bucket }: FileStorage, path: string): Promise<Buffer | undefined> {
  return (await ignoreNotFound(bucket().file(path).download({ decompress: false })))?.[0];
}

const NotFoundSchema = z.object({ code: z.literal(404) });

export async function ignoreNotFound<Found>(looking: Promise<Found>): Promise<Found | undefined> {
  try {
    return await looking;
  } catch (error) {
    if (NotFoundSchema.safeParse(error).success) return undefined;
    throw error;
  }
}

/** Again, or from two places at once, is as good as once. */
export async function deleteUploadFolder(storage: FileStorage, owner: string, folder: string): Promise<void> {
  const names: string[] = [];
  for await (const { name } of listFiles(storage, folderPath(owner, folder))) names.push(name);
  await forEachAtOnce(names, (name) => storage.bucket().file(name).delete({ ignoreNotFound: true }));
}

/**
 * uploads/{owner}/{folder}/{file} in Cloud Storage: uploaded pictures. Browser uploads are checked only by storage.rules, so
 * nothing here trusts a file's metadata except its size.
 */
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { File } from '@google-cloud/storage' with { 'resolution-mode': 'require' };
import { THUMBNAIL_TYPE } from '@portal/contracts/batch-calls';
import { findPictureType } from '@portal/contracts/picture-type';
import {
  uploadPath,
  type UploadedFile,
  type UploadedFiles,
  type UploadRules,
} from '@portal/contracts/uploads';
import { z } from 'zod';
import { thumbnailPathOf } from '../make-thumbnail.ts';
import { collectBytes } from '../../platform/collect-bytes.ts';
import { deleteFiles } from '../../platform/files/delete-files.ts';
import type { FileStorage } from '../../platform/files/file-storage.ts';
import { forEachAtOnce } from '../../platform/for-each-at-once.ts';
import { listFiles, type StoredFile } from '../../platform/files/list-files.ts';
import { saveFile } from '../../platform/files/save-file.ts';
import { makeRuleError, checkCount, checkSize } from './check-uploads.ts';
import { cleanFileName } from './clean-file-name.ts';

export interface NamedFile {
  name: string;
  bytes: Buffer;
}

/** An upload of a batch. With a generation, bytes that were put in its place are not found. */
export interface UploadPlace {
  path: string;
  generation: string | undefined;
}

interface StoredUpload extends UploadedFile {
  generation?: string | undefined;
}

export const findUploadPlace = (
  owner: string,
  folder: string,
  { id, generation }: Pick<StoredUpload, 'id' | 'generation'>,
): UploadPlace => ({ path: uploadPath(owner, folder, id), generation });

const openFile = ({ bucket }: FileStorage, { path, generation }: UploadPlace): File =>
  bucket().file(path, generation === undefined ? {} : { generation });

const folderPath = (owner: string, folder: string) => uploadPath(owner, folder, '');

/** Stores pictures that came with the call. */
export async function saveUploads(
  { bucket }: FileStorage,
  owner: string,
  files: readonly NamedFile[],
): Promise<UploadedFiles> {
  const folder = randomUUID();
  const named = files.map((file) => ({ ...file, id: randomUUID() }));
  await forEachAtOnce(named, ({ id, bytes }) =>
    saveFile(bucket().file(uploadPath(owner, folder, id)), bytes, {
      contentType: findPictureType(bytes) ?? 'application/octet-stream',
    }),
  );
  return { folder, files: named.map(({ id, name }) => ({ id, name: cleanFileName(name) })) };
}

/**
 * Checks that browser uploads are in the person's own folder and follow the tool's rules. `places`: where they are in the
 * request.
 */
export async function findUploads(
  storage: FileStorage,
  owner: string,
  { folder, files }: UploadedFiles,
  rules: UploadRules,
  places: readonly number[] = [...files.keys()],
): Promise<{ folder: string; files: StoredUpload[] }> {
  checkCount(files.length, rules);
  const found = await readUploads(storage, owner, { folder, files });
  const seen = new Set<string>();
  for (const [index, { id }] of files.entries()) {
    const size = found.get(id)?.size;
    const place = places[index] ?? index;
    if (seen.has(id)) throw makeRuleError('bad-request', place, 'This file is listed twice.');
    if (size === undefined) throw makeRuleError('not-found', place, 'This file is not among your uploads.');
    checkSize(size, place, rules);
    seen.add(id);
  }
  return {
    folder,
    files: files.map(({ id, name }) => ({
      id,
      name: cleanFileName(name),
      generation: found.get(id)?.generation,
    })),
  };
}

/** By id; missing and replaced files are left out. Stops as soon as all are found. */
export async function readUploads(
  storage: FileStorage,
  owner: string,
  { folder, files }: { folder: string; files: readonly Pick<StoredUpload, 'id' | 'generation'>[] },
): Promise<ReadonlyMap<string, StoredFile>> {
  const prefix = folderPath(owner, folder);
  const wanted = new Map(files.map(({ id, generation }) => [id, generation]));
  const found = new Map<string, StoredFile>();
  for await (const file of listFiles(storage, prefix)) {
    const id = file.name.slice(prefix.length);
    if (wanted.has(id) && (wanted.get(id) ?? file.generation) === file.generation) found.set(id, file);
    if (found.size === wanted.size) break;
  }
  return found;
}

const ResponseSchema = z.object({ headers: z.object({ 'content-length': z.coerce.number().int().min(0) }) });
const OpenedSchema = z.object({ size: z.coerce.number(), contentType: z.string().optional() });

/** Opens a stream; undefined if the file is gone. The content type is what the uploader claimed. */
export async function openUpload(
  storage: FileStorage,
  place: UploadPlace,
): Promise<{ stream: Readable; size: number; contentType: string | undefined } | undefined> {
  const file = openFile(storage, place);
  const metadata = await ignoreNotFound(file.getMetadata());
  if (!metadata) return undefined;
  const { size, contentType } = OpenedSchema.parse(metadata[0]);
  // Never decompressed: the size of a file that claims to be gzip would be unknown.
  return { stream: file.createReadStream({ decompress: false }), size, contentType };
}

/** Reads all of it; undefined if the file is gone. */
export function readUpload(storage: FileStorage, place: UploadPlace): Promise<Buffer | undefined> {
  const stream = openFile(storage, place).createReadStream({ decompress: false });
  let length: number | undefined;
  stream.once('response', (response: unknown) => {
    length = ResponseSchema.safeParse(response).data?.headers['content-length'];
  });
  return ignoreNotFound(collectBytes(stream, () => length));
}

/** In bytes; undefined if the file is gone. */
export async function readUploadSize(storage: FileStorage, place: UploadPlace): Promise<number | undefined> {
  const metadata = await ignoreNotFound(openFile(storage, place).getMetadata());
  return metadata && OpenedSchema.parse(metadata[0]).size;
}

/** Beside the picture, and deleted with its folder. */
export const saveUploadThumbnail = ({ bucket }: FileStorage, path: string, thumbnail: Buffer) =>
  saveFile(bucket().file(thumbnailPathOf(path)), thumbnail, { contentType: THUMBNAIL_TYPE });

/** Undefined if the picture has not been worked on yet. */
export const readUploadThumbnail = (storage: FileStorage, path: string): Promise<Buffer | undefined> =>
  readUpload(storage, { path: thumbnailPathOf(path), generation: undefined });

const NotFoundSchema = z.object({ code: z.literal(404) });

export async function ignoreNotFound<Found>(looking: Promise<Found>): Promise<Found | undefined> {
  try {
    return await looking;
  } catch (error) {
    if (NotFoundSchema.safeParse(error).success) return undefined;
    throw error;
  }
}

/** Idempotent, also when called concurrently. */
export const deleteUploadFolder = (storage: FileStorage, owner: string, folder: string): Promise<void> =>
  deleteFiles(storage, folderPath(owner, folder));

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { replaceFile } from './replace-file.ts';

/** An object as the Storage API lists it. */
const ObjectSchema = z.looseObject({
  name: z.string(),
  bucket: z.string(),
  generation: z.string(),
  metageneration: z.string(),
  size: z.string(),
  md5Hash: z.string(),
  crc32c: z.string(),
  timeCreated: z.string(),
  updated: z.string(),
  contentType: z.string().optional(),
  contentDisposition: z.string().optional(),
  contentEncoding: z.string().optional(),
  contentLanguage: z.string().optional(),
  cacheControl: z.string().optional(),
  storageClass: z.string().optional(),
  etag: z.string().optional(),
  metadata: z.record(z.string(), z.string()).optional(),
});
type StoredObject = z.infer<typeof ObjectSchema>;

const BucketsSchema = z.object({ items: z.array(z.object({ id: z.string() })).default([]) });
const PageSchema = z.object({
  items: z.array(ObjectSchema).default([]),
  nextPageToken: z.string().optional(),
});

/**
 * Keeps a folder in the format of a Storage export up to date. Only new objects are written, where the emulator's own
 * export copies everything each time.
 */
export class StorageSaver {
  readonly #storageUrl: string;
  readonly #folder: string;
  /** The metadata on disk by the name of an object's two files. */
  readonly #saved: Map<string, string>;

  constructor(storageUrl: string, folder: string) {
    this.#storageUrl = storageUrl;
    this.#folder = folder;
    this.#saved = openStorageExport(folder);
  }

  async save(): Promise<void> {
    const buckets = BucketsSchema.parse(await this.#getJson('/b')).items.map(({ id }) => ({ id }));
    const bucketsText = JSON.stringify({ buckets });
    if (this.#saved.get('buckets') !== bucketsText) {
      replaceFile(join(this.#folder, 'buckets.json'), bucketsText);
      this.#saved.set('buckets', bucketsText);
    }
    const present = new Set(['buckets']);
    for (const { id } of buckets) {
      for await (const object of this.#listObjects(id)) {
        present.add(nameFiles(object));
        await this.#saveObject(object);
      }
    }
    for (const files of this.#saved.keys()) {
      if (!present.has(files)) this.#remove(files);
    }
  }

  async #saveObject(object: StoredObject): Promise<void> {
    const files = nameFiles(object);
    const metadata = JSON.stringify(toStoredMetadata(object));
    if (this.#saved.get(files) === metadata) return;
    if (!this.#saved.has(files)) {
      const bytes = await this.#download(object);
      // Overwritten or deleted since it was listed: the next round saves it.
      if (createHash('md5').update(bytes).digest('base64') !== object.md5Hash) return;
      replaceFile(join(this.#folder, 'blobs', files), bytes);
    }
    replaceFile(join(this.#folder, 'metadata', `${files}.json`), metadata);
    this.#saved.set(files, metadata);
  }

  #remove(files: string): void {
    rmSync(join(this.#folder, 'metadata', `${files}.json`), { force: true });
    rmSync(join(this.#folder, 'blobs', files), { force: true });
    this.#saved.delete(files);
  }

  async *#listObjects(bucket: string): AsyncGenerator<StoredObject> {
    let pageToken: string | undefined;
    do {
      const query = pageToken === undefined ? '' : `?pageToken=${encodeURIComponent(pageToken)}`;
      const page = PageSchema.parse(await this.#getJson(`/b/${encodeURIComponent(bucket)}/o${query}`));
      yield* page.items;
      pageToken = page.nextPageToken;
    } while (pageToken !== undefined);
  }

  async #getJson(path: string): Promise<unknown> {
    const response = await fetch(this.#storageUrl + path, { headers: { Authorization: 'Bearer owner' } });
    if (!response.ok) throw new Error(`Storage answered ${response.status} for ${path}.`);
    return response.json();
  }

  /** Not `fetch`, which decompresses. */
  #download({ bucket, name }: StoredObject): Promise<Buffer> {
    const path = `/download/storage/v1/b/${encodeURIComponent(bucket)}/o/${encodeURIComponent(name)}?alt=media`;
    const headers = { Authorization: 'Bearer owner', 'Accept-Encoding': 'gzip' };
    return new Promise((resolve, reject) => {
      get(this.#storageUrl + path, { headers }, (response) => resolve(buffer(response))).on('error', reject);
    });
  }
}

/** Reads the folder and deletes what a kill left behind: incomplete objects and replaced generations. */
export function openStorageExport(folder: string): Map<string, string> {
  for (const part of ['blobs', 'metadata']) mkdirSync(join(folder, part), { recursive: true });
  const newest = new Map<string, { files: string; generation: number; text: string }>();
  for (const file of readdirSync(join(folder, 'metadata'))) {
    const files = file.replace(/\.json$/, '');
    if (files === file || !existsSync(join(folder, 'blobs', files))) continue;
    const text = readFileSync(join(folder, 'metadata', file), 'utf8');
    const [object = ''] = files.split('-');
    const generation = Number(files.slice(object.length + 1));
    if (generation > (newest.get(object)?.generation ?? -1)) newest.set(object, { files, generation, text });
  }
  const saved = new Map([...newest.values()].map(({ files, text }) => [files, text]));
  for (const part of ['blobs', 'metadata']) {
    for (const file of readdirSync(join(folder, part))) {
      const isNeeded = part === 'blobs' ? saved.has(file) : saved.has(file.replace(/\.json$/, ''));
      if (!isNeeded || file.endsWith('.new')) rmSync(join(folder, part, file));
    }
  }
  return saved;
}

const nameFiles = ({ bucket, name, generation }: StoredObject): string =>
  `${createHash('sha256').update(`${bucket}/${name}`).digest('hex').slice(0, 40)}-${generation}`;

/** The format of the emulator's own export: numbers, and the checksum in decimal. */
function toStoredMetadata(object: StoredObject) {
  return {
    name: object.name,
    bucket: object.bucket,
    generation: Number(object.generation),
    metageneration: Number(object.metageneration),
    size: Number(object.size),
    md5Hash: object.md5Hash,
    crc32c: String(Buffer.from(object.crc32c, 'base64').readUInt32BE()),
    contentType: object.contentType,
    contentDisposition: object.contentDisposition,
    contentEncoding: object.contentEncoding,
    contentLanguage: object.contentLanguage,
    cacheControl: object.cacheControl,
    storageClass: object.storageClass,
    etag: object.etag,
    timeCreated: object.timeCreated,
    updated: object.updated,
    customMetadata: object.metadata,
  };
}

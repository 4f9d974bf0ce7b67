import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { CloudinarySettings } from '../config.ts';
import { MediaError, toMediaError } from './media-error.ts';
import { ask, loadSdk, makeAccess } from './media-sdk.ts';
import { StoredImageSchema, type StoredImage } from './stored-image.ts';

const ASSET = { resource_type: 'image', type: 'authenticated' } as const;
const LONGEST_LINK_SECONDS = 3600;
const THUMBNAIL = { crop: 'limit', width: 320, height: 320, quality: 'auto', fetch_format: 'webp' } as const;
type Derivation = typeof THUMBNAIL | { raw_transformation?: string };
const LOCKED = 423;
const DERIVING_POLL_MS = 1000;

const ResourceSchema = z
  .object({
    public_id: z.string(),
    version: z.number(),
    format: z.string(),
    width: z.number(),
    height: z.number(),
    bytes: z.number(),
    created_at: z.string(),
    /** The answer to an upload has it. */
    original_filename: z.string().optional(),
    context: z.object({ custom: z.record(z.string(), z.string()).default({}) }).optional(),
  })
  .transform(
    ({ public_id: publicId, created_at: createdAt, original_filename: archiveName, context, ...rest }) => ({
      image: StoredImageSchema.parse({
        publicId,
        createdAt,
        ...(archiveName !== undefined && { archiveName }),
        ...rest,
      }),
      context: context?.custom ?? {},
    }),
  );

const DeletionSchema = z.object({
  deleted: z.record(z.string(), z.string()).default({}),
  next_cursor: z.string().optional(),
});

export interface NewImage {
  /** With its folder; storing under it again overwrites. */
  publicId: string;
  bytes: Buffer;
  contentType: string;
  /** What it is called in the media service's own ZIP. */
  fileName?: string;
  tags: readonly string[];
  context: Record<string, string>;
  /** Nothing is overwritten: what is there already under that name is as good, and what was derived from it stays. */
  keepsExisting?: boolean;
  signal?: AbortSignal;
}

export interface OpenImage {
  body: ReadableStream<Uint8Array>;
  contentType: string;
  contentLength?: number;
}

/** Images at Cloudinary. None can be had without a signature, and the signed addresses stay on the server. */
export function makeMediaService(readSettings: () => CloudinarySettings) {
  const access = makeAccess(readSettings);

  async function put(image: NewImage): Promise<StoredImage> {
    const { uploader } = loadSdk();
    const upload = new Promise((resolve, reject) => {
      uploader
        .upload_stream(
          {
            ...access(),
            ...ASSET,
            public_id: image.publicId,
            filename: image.contentType.replace('/', '.'),
            ...(image.fileName !== undefined && { filename_override: image.fileName }),
            overwrite: image.keepsExisting !== true,
            tags: [...image.tags],
            context: image.context,
            // Its promise nobody gets to see would end the process when the upload fails.
            disable_promises: true,
          },
          (error, result) => (error ? reject(toMediaError('store an image', error)) : resolve(result)),
        )
        .end(image.bytes);
    });
    return ResourceSchema.parse(await ask('store an image', upload, image.signal)).image;
  }

  async function find(
    publicId: string,
  ): Promise<(StoredImage & { context: Record<string, string> }) | undefined> {
    const { api } = loadSdk();
    try {
      const found: unknown = await ask('find an image', api.resource(publicId, { ...access(), ...ASSET }));
      const { image, context } = ResourceSchema.parse(found);
      return { ...image, context };
    } catch (error) {
      if (error instanceof MediaError && error.status === 404) return undefined;
      throw error;
    }
  }

  function open(image: StoredImage, variant: 'full' | 'thumbnail', signal?: AbortSignal): Promise<OpenImage> {
    return openAddress(image, variant === 'thumbnail' ? THUMBNAIL : {}, signal);
  }

  /**
   * What the service derives from an image, in the image's own format. It does so once: asked again, it delivers what it
   * has; asked in the meantime, it says that it is at it (423), and is asked again until `signal`.
   */
  async function openDerived(
    image: StoredImage,
    transformation: string,
    signal: AbortSignal,
  ): Promise<OpenImage> {
    for (;;) {
      try {
        return await openAddress(image, { raw_transformation: transformation }, signal);
      } catch (error) {
        if (!(error instanceof MediaError) || error.status !== LOCKED) throw error;
        await sleep(DERIVING_POLL_MS, undefined, { signal }).catch(() => {
          throw error;
        });
      }
    }
  }

  async function openAddress(
    image: StoredImage,
    derivation: Derivation,
    signal?: AbortSignal,
  ): Promise<OpenImage> {
    const response = await fetch(signAddress(image, derivation), { signal: signal ?? null }).catch(
      (error: unknown) => {
        throw new MediaError('open an image', undefined, String(error));
      },
    );
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      const reason = response.headers.get('x-cld-error') ?? image.publicId;
      throw new MediaError('open an image', response.status, reason);
    }
    const length = response.headers.get('content-length');
    return {
      // Locked at once: of a Response that is garbage collected, fetch cancels a body that nobody reads yet, and it ends
      // as if it were whole.
      body: response.body.pipeThrough(new TransformStream<Uint8Array, Uint8Array>()),
      contentType: response.headers.get('content-type') ?? 'application/octet-stream',
      ...(length === null ? {} : { contentLength: Number(length) }),
    };
  }

  function signAddress({ publicId, version, format }: StoredImage, derivation: Derivation): string {
    const signed = loadSdk().url(publicId, {
      ...access(),
      ...ASSET,
      ...derivation,
      version: String(version),
      format,
      sign_url: true,
      secure: true,
      urlAnalytics: false,
    });
    return `${readSettings().deliveryUrl}${new URL(signed).pathname}`;
  }

  /** Everything in a folder, however much it is; how many it was. */
  async function deletePrefix(prefix: string): Promise<number> {
    const { api } = loadSdk();
    let count = 0;
    let cursor: string | undefined;
    do {
      const answer: unknown = await ask(
        'delete a folder',
        api.delete_resources_by_prefix(asFolder(prefix), {
          ...access(),
          ...ASSET,
          invalidate: true,
          ...(cursor === undefined ? {} : { next_cursor: cursor }),
        }),
      );
      const { deleted, next_cursor: next } = DeletionSchema.parse(answer);
      count += Object.values(deleted).filter((outcome) => outcome === 'deleted').length;
      cursor = next;
    } while (cursor !== undefined);
    return count;
  }

  async function deleteOne(publicId: string): Promise<void> {
    const { uploader } = loadSdk();
    // Of the upload API, which has no hourly limit.
    await ask('delete an image', uploader.destroy(publicId, { ...access(), ...ASSET, invalidate: true }));
  }

  /** An address at which a browser gets a ZIP of what has the tag; the service lets none live longer than an hour. */
  function makeArchiveLink({ tag, name, expiresAt }: { tag: string; name: string; expiresAt: Date }): string {
    const latest = Math.floor(Date.now() / 1000) + LONGEST_LINK_SECONDS;
    const expires = Math.min(Math.floor(expiresAt.getTime() / 1000), latest);
    return loadSdk().utils.download_zip_url({
      ...access(),
      ...ASSET,
      tags: [tag],
      target_public_id: name,
      flatten_folders: true,
      // Else files are named by their public ids: https://cloudinary.com/documentation/generate_archives
      use_original_filename: true,
      expires_at: expires,
      // Not "now": the same question gets the same link.
      timestamp: expires - LONGEST_LINK_SECONDS,
    });
  }

  return { put, find, open, openDerived, deletePrefix, deleteOne, makeArchiveLink };
}

export type MediaService = ReturnType<typeof makeMediaService>;

/** With its slash: `batches/1` is also how `batches/12` begins, and how everything does that begins with nothing. */
function asFolder(prefix: string): string {
  if (prefix === '' || prefix === '/') throw new Error('A folder needs a name.');
  return prefix.endsWith('/') ? prefix : `${prefix}/`;
}

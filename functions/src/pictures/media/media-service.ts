import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { CloudinarySettings } from '../../platform/config/config.ts';
import { MediaError, toMediaError } from './media-error.ts';
import { ask, loadSdk, makeAccess } from './media-sdk.ts';
import { StoredImageSchema, type StoredImage } from './stored-image.ts';

const ASSET = { resource_type: 'image', type: 'authenticated' } as const;
const MAX_LINK_SECONDS = 3600;
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
    /** Only in the answer to an upload. */
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
  /** Includes the folder. Storing under it again overwrites. */
  publicId: string;
  bytes: Buffer;
  contentType: string;
  /** Its name in the media service's own ZIP. */
  fileName?: string;
  tags: readonly string[];
  context: Record<string, string>;
  /** Keeps an existing image of that name, and what was derived from it. */
  keepsExisting?: boolean;
  /** Its thumbnail is derived after the upload, so that the first request for it does not wait. */
  hasThumbnail?: boolean;
  signal?: AbortSignal;
}

export interface OpenImage {
  body: ReadableStream<Uint8Array>;
  contentType: string;
  contentLength?: number;
}

/** Images at Cloudinary. They need signed URLs, which stay on the server. */
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
            // https://cloudinary.com/documentation/eager_and_incoming_transformations
            ...(image.hasThumbnail && { eager: [THUMBNAIL], eager_async: true }),
            tags: [...image.tags],
            context: image.context,
            // Its unhandled promise would end the process if the upload fails.
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
   * Opens an image that the service derives from another one, in the same format. The service derives it once and stores the
   * result. While it works it answers 423, and the call is repeated until `signal` aborts.
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
      // Piped at once: if the Response is garbage collected before its body is read, fetch cancels the body, which then
      // ends as if it were complete.
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

  /** Deletes everything in a folder and returns the count. */
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
    // The upload API has no hourly limit.
    await ask('delete an image', uploader.destroy(publicId, { ...access(), ...ASSET, invalidate: true }));
  }

  /** A link that downloads the stored image, valid for an hour at most. */
  const makeImageLink = ({ publicId, format }: StoredImage, expiresAt: Date): string =>
    loadSdk().utils.private_download_url(publicId, format, {
      ...access(),
      ...ASSET,
      attachment: true,
      ...findValidity(expiresAt),
    });

  /** A link to a ZIP of all images with the tag, valid for an hour at most. */
  function makeArchiveLink({ tag, name, expiresAt }: { tag: string; name: string; expiresAt: Date }): string {
    return loadSdk().utils.download_zip_url({
      ...access(),
      ...ASSET,
      tags: [tag],
      target_public_id: name,
      flatten_folders: true,
      // By default files are named by their public ids: https://cloudinary.com/documentation/generate_archives
      use_original_filename: true,
      ...findValidity(expiresAt),
    });
  }

  return { put, find, open, openDerived, deletePrefix, deleteOne, makeImageLink, makeArchiveLink };
}

export type MediaService = ReturnType<typeof makeMediaService>;

function findValidity(expiresAt: Date): { expires_at: number; timestamp: number } {
  const latest = Math.floor(Date.now() / 1000) + MAX_LINK_SECONDS;
  const expires = Math.min(Math.floor(expiresAt.getTime() / 1000), latest);
  // Not "now": the same request must give the same link.
  return { expires_at: expires, timestamp: expires - MAX_LINK_SECONDS };
}

/** Adds the slash: `batches/1` is a prefix of `batches/12` too, and an empty prefix of everything. */
function asFolder(prefix: string): string {
  if (prefix === '' || prefix === '/') throw new Error('A folder needs a name.');
  return prefix.endsWith('/') ? prefix : `${prefix}/`;
}

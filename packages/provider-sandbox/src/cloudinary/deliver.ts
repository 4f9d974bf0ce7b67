/** res.cloudinary.com: delivers assets by URL, which must be signed unless the asset is public. */
import { jsonReply, type Reply } from '../http/reply.ts';
import { corsHeaders } from './archive.ts';
import type { Asset } from './asset-store.ts';
import { BadTransformation } from './bad-transformation.ts';
import { deliveryError } from './cloudinary-errors.ts';
import { readKind, type Cloudinary, type CloudinaryCall } from './context.ts';
import { signDelivery } from './signature.ts';

interface Address {
  signature: string | undefined;
  transformation: string;
  /** Public ID and extension, as written in the URL. */
  source: string;
}

/** `path` is still encoded, because the signature covers the URL as written. */
export async function deliver({ cloudinary, incoming, path }: CloudinaryCall): Promise<Reply> {
  const [resourceType, type, ...rest] = path;
  const kind = readKind(resourceType, type);
  const { signature, transformation, source } = readAddress(rest);
  const signed = [transformation, source].filter((part) => part !== '').join('/');
  const isPublic = kind.type === 'upload' && signature === undefined;
  if (!isPublic && signature !== signDelivery(signed, cloudinary.settings.cloudinary.apiSecret)) {
    return deliveryError(401, 'Invalid or missing signature');
  }
  const name = decodeURIComponent(source);
  const [, withoutExtension, extension] = /^(.+)\.(\w+)$/.exec(name) ?? [];
  const asset = cloudinary.store.find(kind, name) ?? findNamed(cloudinary, kind, withoutExtension);
  if (!asset) return deliveryError(404, `Resource not found - ${name}`);
  try {
    return await send(cloudinary, incoming.method, asset, transformation, extension);
  } catch (error) {
    if (error instanceof BadTransformation) return deliveryError(400, error.message);
    throw error;
  }
}

function findNamed({ store }: Cloudinary, kind: Parameters<typeof store.find>[0], name: string | undefined) {
  return name === undefined ? undefined : store.find(kind, name);
}

async function send(
  cloudinary: Cloudinary,
  method: string,
  asset: Asset,
  transformation: string,
  extension: string | undefined,
): Promise<Reply> {
  const named = asset.resourceType === 'image' ? extension : undefined;
  if (transformation !== '') checkPixels(asset, cloudinary);
  const { bytes, contentType } = await cloudinary.transformer.transform(asset, transformation, named);
  const headers = {
    ...corsHeaders,
    'content-type': contentType,
    'cache-control': 'public, no-transform, immutable, max-age=2592000',
    etag: `"${asset.file.slice(0, 32)}"`,
  };
  if (method === 'HEAD') {
    const length = { 'content-length': String(bytes.length) };
    return { status: 200, headers: { ...headers, ...length }, body: Buffer.alloc(0) };
  }
  if (method !== 'GET') return jsonReply(405, {});
  cloudinary.deliveredBytes += bytes.length;
  return { status: 200, headers, body: bytes };
}

/** The service stores and delivers larger images, but derives nothing from them. */
function checkPixels({ width, height }: Asset, { settings }: Cloudinary): void {
  const { imageMaxPixels } = settings.cloudinary;
  if (width * height <= imageMaxPixels) return;
  const megapixels = (pixels: number) => Number((pixels / 1_000_000).toFixed(2));
  throw new BadTransformation(
    `Maximum image size is ${megapixels(imageMaxPixels)} Megapixels. Requested ${megapixels(width * height)} Megapixels`,
  );
}

function readAddress(segments: readonly string[]): Address {
  const isSigned = /^s--.{8}--$/.test(segments[0] ?? '');
  const rest = segments.slice(isSigned ? 1 : 0);
  const version = rest.findIndex((segment) => /^v\d+$/.test(segment));
  // Without a version, every leading segment that looks like a transformation is one.
  const plain = rest.findIndex((segment) => !/^[a-z]{1,3}_[^/]+$/.test(segment));
  const start = version === -1 ? Math.max(plain, 0) : version;
  return {
    signature: isSigned ? segments[0] : undefined,
    transformation: rest.slice(0, start).join('/'),
    source: rest.slice(version === -1 ? start : start + 1).join('/'),
  };
}

/** res.cloudinary.com: delivers images by signed URLs. */
import type { Reply } from '../http/reply.ts';
import type { Asset } from './asset-store.ts';
import { BadTransformation, cloudinaryError, deliveryError } from './cloudinary-errors.ts';
import { checkKind, IMAGE, type Cloudinary, type CloudinaryCall } from './context.ts';
import { signDelivery } from './signature.ts';

/** Signature, transformation, public ID and extension. The version is not signed. */
const ADDRESS = /^(s--.{8}--)\/(?:(.+)\/)?v\d+\/((.+)\.(\w+))$/;

/** `path` is still encoded, because the signature covers the URL as written. */
export async function deliver({ cloudinary, incoming, path }: CloudinaryCall): Promise<Reply> {
  const [resourceType, type, ...rest] = path;
  checkKind(resourceType, type);
  if (incoming.method !== 'GET') return cloudinaryError(405, 'The sandbox delivers by GET only');
  const [, signature, transformation = '', source = '', name = '', extension = ''] =
    ADDRESS.exec(rest.join('/')) ?? [];
  const signed = transformation === '' ? source : `${transformation}/${source}`;
  if (signature !== signDelivery(signed, cloudinary.settings.cloudinary.apiSecret)) {
    return deliveryError(401, 'Invalid or missing signature');
  }
  const publicId = decodeURIComponent(name);
  const asset = cloudinary.store.find(IMAGE, publicId);
  if (!asset) return deliveryError(404, `Resource not found - ${publicId}`);
  try {
    if (transformation !== '') checkPixels(asset, cloudinary);
    const { bytes, contentType } = await cloudinary.transformer.transform(asset, transformation, extension);
    cloudinary.deliveredBytes += bytes.length;
    const headers = {
      'content-type': contentType,
      'cache-control': 'public, no-transform, immutable, max-age=2592000',
    };
    return { status: 200, headers, body: bytes };
  } catch (error) {
    if (error instanceof BadTransformation) return deliveryError(400, error.message);
    throw error;
  }
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

/** /{resource_type}/download, as linked by the SDK's private_download_url: one original by a signed link that expires. */
import type { Reply } from '../http/reply.ts';
import { corsHeaders } from './archive.ts';
import { rejectRequest } from './cloudinary-errors.ts';
import { checkKind, IMAGE, rejectUnknown, type Cloudinary } from './context.ts';
import { checkSignature } from './upload.ts';

const downloadParameters = [
  'api_key',
  'attachment',
  'expires_at',
  'format',
  'public_id',
  'signature',
  'timestamp',
  'type',
];

export async function download(
  cloudinary: Cloudinary,
  resourceType: string,
  parameters: ReadonlyMap<string, string[]>,
): Promise<Reply> {
  const first = (name: string) => parameters.get(name)?.[0];
  rejectUnknown(parameters.keys(), downloadParameters);
  checkSignature(parameters, cloudinary);
  if (Number(first('expires_at') ?? Infinity) < Date.now() / 1_000)
    rejectRequest(401, 'The link has expired');
  const publicId = first('public_id') ?? '';
  checkKind(resourceType, first('type'));
  const asset = cloudinary.store.find(IMAGE, publicId);
  if (!asset) return rejectRequest(404, `Resource not found - ${publicId}`);
  const { bytes, contentType } = await cloudinary.transformer.transform(
    asset,
    '',
    first('format') ?? asset.format,
  );
  cloudinary.deliveredBytes += bytes.length;
  const name = `${publicId.replace(/^.*\//, '')}.${first('format') ?? asset.format}`;
  const isAttachment = ['1', 'true'].includes(first('attachment') ?? '');
  return {
    status: 200,
    headers: {
      ...corsHeaders,
      'content-type': contentType,
      ...(isAttachment && { 'content-disposition': `attachment; filename="${name}"` }),
    },
    body: bytes,
  };
}

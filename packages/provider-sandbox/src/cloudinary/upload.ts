/** Signed calls of POST /{resource_type}/upload and /destroy. */
import { randomBytes } from 'node:crypto';
import { posix } from 'node:path';
import sharp from 'sharp';
import { jsonReply, type Reply } from '../http/reply.ts';
import type { Form } from '../http/read-form.ts';
import type { Asset, AssetKind } from './asset-store.ts';
import { BadTransformation } from './bad-transformation.ts';
import { rejectRequest } from './cloudinary-errors.ts';
import { readKind, rejectUnknown, splitTags, type Cloudinary } from './context.ts';
import { describeUpload } from './describe-asset.ts';
import { signParameters, toSignedText } from './signature.ts';

const uploadParameters = [
  'api_key',
  'asset_folder',
  'context',
  'eager',
  'eager_async',
  'file',
  'filename_override',
  'folder',
  'invalidate',
  'overwrite',
  'public_id',
  'resource_type',
  'signature',
  'tags',
  'timestamp',
  'type',
];
const destroyParameters = ['api_key', 'invalidate', 'public_id', 'signature', 'timestamp', 'type'];
const signatureLifetimeSeconds = 60 * 60;

/** Throws unless the account's secret signed these parameters within the last hour. */
export function checkSignature(parameters: ReadonlyMap<string, string[]>, { settings }: Cloudinary): void {
  const [key = ''] = parameters.get('api_key') ?? [];
  const [signature] = parameters.get('signature') ?? [];
  const timestamp = Number(parameters.get('timestamp')?.[0]);
  if (key === '') rejectRequest(401, 'Missing required parameter - api_key');
  if (!settings.keys.cloudinary.includes(key)) rejectRequest(401, `Unknown API key ${key}`);
  if (signature === undefined) rejectRequest(400, 'Missing required parameter - signature');
  if (!Number.isInteger(timestamp)) rejectRequest(400, 'Missing required parameter - timestamp');
  if (signature !== signParameters(parameters, settings.cloudinary.apiSecret)) {
    rejectRequest(401, `Invalid Signature ${signature}. String to sign - '${toSignedText(parameters)}'.`);
  }
  if (Math.abs(Date.now() / 1_000 - timestamp) > signatureLifetimeSeconds) {
    rejectRequest(400, `Stale request - reported time is ${timestamp}`);
  }
}

export async function upload(cloudinary: Cloudinary, resourceType: string, form: Form): Promise<Reply> {
  const { fields } = form;
  rejectUnknown(fields.keys(), uploadParameters);
  checkSignature(fields, cloudinary);
  const field = (name: string) => fields.get(name)?.[0];
  const content = form.files.get('file')?.[0]?.bytes ?? readDataUri(field('file'));
  const kind = readKind(resourceType, field('type') ?? 'upload');
  checkBytes(kind, content.length, cloudinary);
  const { format, width, height } = await inspect(kind, content, field('public_id') ?? '');
  const publicId = makePublicId(field('public_id'), field('folder'));
  const before = cloudinary.store.find(kind, publicId);
  if (before && ['false', '0'].includes(field('overwrite') ?? '')) {
    return jsonReply(200, {
      ...describeUpload(before, false, cloudinary.settings.cloudinary, cloudinary.baseUrl),
      existing: true,
    });
  }
  const asset = await cloudinary.store.save(
    {
      ...kind,
      publicId,
      version: Math.floor(Date.now() / 1_000),
      format,
      width,
      height,
      createdAt: before?.createdAt ?? formatTime(new Date()),
      assetFolder: field('asset_folder') ?? posix.dirname(publicId).replace(/^\.$/, ''),
      // Documented: the name without its extension.
      originalFilename: (field('filename_override') ?? 'file').replace(/\.[^.]*$/, ''),
      tags: splitTags(field('tags')),
      context: readContext(field('context')),
    },
    content,
  );
  if (before) await cloudinary.transformer.forget(before);
  const deriving = deriveEagerly(cloudinary, asset, field('eager') ?? '');
  // The service reports its failures only to a notification URL.
  if (['true', '1'].includes(field('eager_async') ?? '')) deriving.catch(() => undefined);
  else await deriving;
  return jsonReply(
    200,
    describeUpload(asset, before !== undefined, cloudinary.settings.cloudinary, cloudinary.baseUrl),
  );
}

/** `eager` is `transformation/extension|other transformation`. */
async function deriveEagerly({ transformer }: Cloudinary, asset: Asset, eager: string): Promise<void> {
  for (const each of eager.split('|').filter((text) => text !== '')) {
    const [, transformation = each, extension] = /^(.*)\/([a-z0-9]+)$/.exec(each) ?? [];
    try {
      await transformer.transform(asset, transformation, extension);
    } catch (error) {
      if (error instanceof BadTransformation) rejectRequest(400, error.message);
      throw error;
    }
  }
}

export async function destroy(
  cloudinary: Cloudinary,
  resourceType: string,
  { fields }: Form,
): Promise<Reply> {
  rejectUnknown(fields.keys(), destroyParameters);
  checkSignature(fields, cloudinary);
  const kind = readKind(resourceType, fields.get('type')?.[0] ?? 'upload');
  const asset = cloudinary.store.find(kind, fields.get('public_id')?.[0] ?? '');
  if (!asset) return jsonReply(200, { result: 'not found' });
  await cloudinary.store.remove([asset]);
  await cloudinary.transformer.forget(asset);
  return jsonReply(200, { result: 'ok' });
}

function readDataUri(text: string | undefined): Buffer {
  const data = /^data:[^,]*;base64,(.+)$/s.exec(text ?? '')?.[1];
  if (data === undefined) return rejectRequest(400, 'Missing required parameter - file');
  return Buffer.from(data, 'base64');
}

async function inspect({ resourceType }: AssetKind, content: Buffer, publicId: string) {
  if (content.length === 0) return rejectRequest(400, 'Empty file');
  if (resourceType !== 'image') {
    return { format: /\.(\w+)$/.exec(publicId)?.[1] ?? '', width: 0, height: 0 };
  }
  try {
    const { format, width, height } = await sharp(content).metadata();
    // A truncated file has a valid header, so its pixels have to be decoded.
    await sharp(content, { failOn: 'truncated' }).resize(1, 1).raw().toBuffer();
    return { format: format === 'jpeg' ? 'jpg' : format, width, height };
  } catch {
    return rejectRequest(400, 'Invalid image file');
  }
}

/** The message of the service: https://github.com/cloudinary-hackathon/proyect/pull/21 */
function checkBytes({ resourceType }: AssetKind, bytes: number, { settings }: Cloudinary): void {
  const { imageMaxBytes } = settings.cloudinary;
  if (resourceType !== 'image' || bytes <= imageMaxBytes) return;
  rejectRequest(
    400,
    `File size too large. Got ${bytes}. Maximum is ${imageMaxBytes}. Upgrade your plan to enjoy higher limits https://www.cloudinary.com/pricing/upgrades/file-limit`,
  );
}

function makePublicId(publicId: string | undefined, folder: string | undefined): string {
  const name = publicId ?? randomBytes(10).toString('hex');
  if (/^\/|\/$|\/\/|[?&#\\%<>+]/.test(name) || name.length > 255)
    rejectRequest(400, `public_id (${name}) is invalid`);
  return folder === undefined || folder === '' ? name : `${folder}/${name}`;
}

/** Parses `key=value|other=value`, where `\=` and `\|` are escapes. */
function readContext(text: string | undefined): Record<string, string> {
  const pairs = (text ?? '').match(/(?:\\.|[^|\\])+/g) ?? [];
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, key = '', value = ''] = /^((?:\\.|[^=\\])*)=(.*)$/s.exec(pair) ?? [];
      const plain = (escaped: string) => escaped.replaceAll(/\\([=|])/g, '$1');
      return [plain(key), plain(value)];
    }),
  );
}

/** Cloudinary reports whole seconds. */
export function formatTime(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z');
}

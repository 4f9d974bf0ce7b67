/** Signed calls of POST /{resource_type}/upload and /destroy. */
import { posix } from 'node:path';
import sharp from 'sharp';
import { jsonReply, type Reply } from '../http/reply.ts';
import type { Form } from '../http/read-form.ts';
import { rejectRequest } from './cloudinary-errors.ts';
import { checkKind, IMAGE, rejectUnknown, type Cloudinary } from './context.ts';
import { describeUpload } from './describe-asset.ts';
import { signParameters, toSignedText } from './signature.ts';

const uploadParameters = [
  'api_key',
  'context',
  'eager',
  'eager_async',
  'filename_override',
  'overwrite',
  'public_id',
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
  const content =
    form.files.get('file')?.[0]?.bytes ?? rejectRequest(400, 'Missing required parameter - file');
  checkKind(resourceType, field('type'));
  checkBytes(content.length, cloudinary);
  const { format, width, height } = await inspect(content);
  const publicId = readPublicId(field('public_id'));
  const before = cloudinary.store.find(IMAGE, publicId);
  if (before && ['false', '0'].includes(field('overwrite') ?? '')) {
    return jsonReply(200, { ...describeUpload(before), existing: true });
  }
  const asset = await cloudinary.store.save(
    {
      ...IMAGE,
      publicId,
      version: Math.floor(Date.now() / 1_000),
      format,
      width,
      height,
      createdAt: before?.createdAt ?? formatTime(new Date()),
      assetFolder: posix.dirname(publicId).replace(/^\.$/, ''),
      // Documented: the name without its extension.
      originalFilename: (field('filename_override') ?? 'file').replace(/\.[^.]*$/, ''),
      tags: splitTags(field('tags')),
      context: readContext(field('context')),
    },
    content,
  );
  if (before) await cloudinary.transformer.forget(before);
  const eager = field('eager');
  if (eager !== undefined && !['true', '1'].includes(field('eager_async') ?? '')) {
    rejectRequest(400, 'The sandbox derives images asynchronously only');
  }
  // The service reports failures only to a notification URL.
  if (eager !== undefined) cloudinary.transformer.transform(asset, eager, format).catch(() => undefined);
  return jsonReply(200, describeUpload(asset));
}

export async function destroy(
  cloudinary: Cloudinary,
  resourceType: string,
  { fields }: Form,
): Promise<Reply> {
  rejectUnknown(fields.keys(), destroyParameters);
  checkSignature(fields, cloudinary);
  checkKind(resourceType, fields.get('type')?.[0]);
  const asset = cloudinary.store.find(IMAGE, fields.get('public_id')?.[0] ?? '');
  if (!asset) return jsonReply(200, { result: 'not found' });
  await cloudinary.store.remove([asset]);
  await cloudinary.transformer.forget(asset);
  return jsonReply(200, { result: 'ok' });
}

async function inspect(content: Buffer) {
  if (content.length === 0) return rejectRequest(400, 'Empty file');
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
function checkBytes(bytes: number, { settings }: Cloudinary): void {
  const { imageMaxBytes } = settings.cloudinary;
  if (bytes <= imageMaxBytes) return;
  rejectRequest(
    400,
    `File size too large. Got ${bytes}. Maximum is ${imageMaxBytes}. Upgrade your plan to enjoy higher limits https://www.cloudinary.com/pricing/upgrades/file-limit`,
  );
}

function readPublicId(name = ''): string {
  if (name === '' || /^\/|\/$|\/\/|[?&#\\%<>+]/.test(name) || name.length > 255)
    rejectRequest(400, `public_id (${name}) is invalid`);
  return name;
}

const splitTags = (text = ''): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

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

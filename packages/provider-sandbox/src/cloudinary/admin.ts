/** The Admin API, with basic authentication and an hourly limit. */
import { z } from 'zod';
import { jsonReply, type Reply } from '../http/reply.ts';
import { readForm } from '../http/read-form.ts';
import { parseJson, type HttpRequest } from '../http/http-request.ts';
import { deliveryTypes, resourceTypes, type Asset, type AssetFilter } from './asset-store.ts';
import { rejectRequest } from './cloudinary-errors.ts';
import { readKind, rejectUnknown, type Cloudinary, type CloudinaryCall } from './context.ts';
import { deliveryUrl, describeAsset } from './describe-asset.ts';

const MAX_PAGE_SIZE = 500;
const DEFAULT_PAGE_SIZE = 10;
const MAX_DELETED_AT_ONCE = 1_000;
const MAX_PUBLIC_IDS = 100;

/** Returns the API key; throws unless the account has it. */
export function checkBasicAuth({ headers }: HttpRequest, { settings }: Cloudinary): string {
  const encoded = /^Basic (.+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  if (encoded === undefined) return rejectRequest(401, 'Authorization required');
  const [key = '', secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  if (!settings.keys.cloudinary.includes(key)) rejectRequest(401, `Unknown API key ${key}`);
  if (secret !== settings.cloudinary.apiSecret) rejectRequest(401, 'Invalid credentials');
  return key;
}

export async function serveAdmin(call: CloudinaryCall): Promise<Reply> {
  const { path, incoming } = call;
  const [first, second, third, ...rest] = path;
  switch (`${incoming.method} ${first ?? ''}`) {
    case 'GET ping':
      return jsonReply(200, { status: 'ok' });
    case 'GET usage':
      return describeUsage(call.cloudinary);
    // The SDK encodes the slash, so this is one segment.
    case 'POST resources/search':
      return search(call);
    case 'DELETE folders':
      return removeFolder(call.cloudinary, path.slice(1).join('/'));
    case 'GET resources':
      if (third === 'tags') return list(call, { ...readKind(second, 'upload'), tag: rest.join('/') }, true);
      if (rest.length > 0) return describeOne(call, second, third, rest.join('/'));
      return list(call, readKind(second, third ?? 'upload'), false);
    case 'DELETE resources':
      if (third === 'tags') return removeMany(call, { ...readKind(second, 'upload'), tag: rest.join('/') });
      return removeMany(call, readKind(second, third ?? 'upload'));
    default:
      return rejectRequest(404, `No such path: ${incoming.method} /${path.join('/')}`);
  }
}

function list({ cloudinary, incoming }: CloudinaryCall, filter: AssetFilter, byTag: boolean): Reply {
  const query = incoming.url.searchParams;
  const known = ['prefix', 'max_results', 'next_cursor', 'tags', 'context', 'public_ids[]'];
  rejectUnknown(query.keys(), known);
  const limit = Number(query.get('max_results') ?? DEFAULT_PAGE_SIZE);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE_SIZE) {
    rejectRequest(400, `Invalid value ${query.get('max_results')} for parameter max_results`);
  }
  const prefix = query.get('prefix');
  const publicIds = query.getAll('public_ids[]');
  const { assets, nextCursor } = cloudinary.store.list(
    {
      ...filter,
      ...(prefix === null || byTag ? {} : { prefix }),
      ...(publicIds.length === 0 ? {} : { publicIds }),
    },
    publicIds.length === 0 ? limit : MAX_PUBLIC_IDS,
    readCursor(query.get('next_cursor')),
  );
  const shown = { tags: query.get('tags') === 'true', context: query.get('context') === 'true' };
  return jsonReply(200, {
    resources: assets.map((asset) => ({ ...describeAsset(asset, shown), ...urlsOf(cloudinary, asset) })),
    ...(nextCursor === undefined ? {} : { next_cursor: nextCursor }),
  });
}

const SearchSchema = z.strictObject({
  expression: z.string(),
  max_results: z.int().min(1).max(MAX_PAGE_SIZE).default(50),
});

/** Supports only the expression `resource_type:TYPE`. */
function search({ cloudinary, incoming }: CloudinaryCall): Reply {
  const asked = SearchSchema.safeParse(parseJson(incoming.body));
  if (!asked.success) return rejectRequest(400, 'Invalid search');
  const { expression, max_results: limit } = asked.data;
  const resourceType = resourceTypes.find((type) => expression === `resource_type:${type}`);
  if (!resourceType) return rejectRequest(400, `This sandbox cannot search for ${expression}`);
  const assets = deliveryTypes.flatMap(
    (type) => cloudinary.store.list({ resourceType, type }, limit, undefined).assets,
  );
  return jsonReply(200, {
    total_count: cloudinary.store.countOf(resourceType),
    time: 1,
    resources: assets
      .slice(0, limit)
      .map((asset) => ({ ...describeAsset(asset), ...urlsOf(cloudinary, asset), status: 'active' })),
  });
}

function describeOne(
  { cloudinary }: CloudinaryCall,
  resourceType: string | undefined,
  type: string | undefined,
  publicId: string,
): Reply {
  const asset = cloudinary.store.find(readKind(resourceType, type), publicId);
  if (!asset) return rejectRequest(404, `Resource not found - ${publicId}`);
  return jsonReply(200, {
    ...describeAsset(asset, { tags: true, context: true }),
    ...urlsOf(cloudinary, asset),
    etag: asset.file.slice(0, 32),
    derived: [],
  });
}

async function removeMany({ cloudinary, incoming }: CloudinaryCall, filter: AssetFilter): Promise<Reply> {
  const { fields } = (await readForm(incoming)) ?? rejectRequest(400, 'Malformed body');
  rejectUnknown(fields.keys(), [
    'public_ids[]',
    'public_ids',
    'prefix',
    'all',
    'invalidate',
    'keep_original',
    'next_cursor',
  ]);
  readCursor(fields.get('next_cursor')?.[0] ?? null);
  const publicIds = [...(fields.get('public_ids[]') ?? []), ...(fields.get('public_ids') ?? [])];
  const prefix = fields.get('prefix')?.[0];
  const all = fields.get('all')?.[0] === 'true';
  if (publicIds.length > MAX_PUBLIC_IDS) rejectRequest(400, `Number of public ids exceeds ${MAX_PUBLIC_IDS}`);
  if (publicIds.length === 0 && prefix === undefined && !all && filter.tag === undefined) {
    rejectRequest(400, 'Missing required parameter - public_ids, prefix or all');
  }
  if (prefix === '') rejectRequest(400, 'Empty prefix');
  const refused = publicIds.find(
    (id) => cloudinary.refusesToDelete && id.startsWith(cloudinary.refusesToDelete),
  );
  if (refused !== undefined) rejectRequest(400, `public_id (${refused}) is invalid`);
  const { assets, nextCursor } = cloudinary.store.list(
    {
      ...filter,
      ...(prefix === undefined ? {} : { prefix }),
      ...(publicIds.length === 0 ? {} : { publicIds }),
    },
    MAX_DELETED_AT_ONCE,
    undefined,
  );
  await cloudinary.store.remove(assets);
  for (const file of new Set(assets.map((asset) => asset.file)))
    await cloudinary.transformer.forget({ file });
  const missing = publicIds.map((id) => [id, 'not_found'] as const);
  return jsonReply(200, {
    deleted: Object.fromEntries([
      ...missing,
      ...assets.map(({ publicId }) => [publicId, 'deleted'] as const),
    ]),
    deleted_counts: Object.fromEntries(
      assets.map(({ publicId }) => [publicId, { original: 1, derived: 0 }] as const),
    ),
    partial: nextCursor !== undefined,
    ...(nextCursor === undefined ? {} : { next_cursor: nextCursor }),
  });
}

function removeFolder({ store }: Cloudinary, folder: string): Reply {
  const removed = store.removeFolder(folder);
  if (removed === undefined) rejectRequest(409, 'Folder is not empty');
  if (!removed) rejectRequest(404, `Can't find folder with path ${folder}`);
  return jsonReply(200, { deleted: [folder] });
}

const bytesPerCredit = 1024 ** 3;
const monthlyCredits = 25;
const mebibyte = 1024 ** 2;

function describeUsage({ store, deliveredBytes, settings }: Cloudinary): Reply {
  const { plan, imageMaxBytes, imageMaxPixels } = settings.cloudinary;
  const { resources, bytes } = store.usage();
  const storage = bytes / bytesPerCredit;
  const bandwidth = deliveredBytes / bytesPerCredit;
  const today = new Date().toISOString().slice(0, 10);
  return jsonReply(200, {
    plan,
    last_updated: today,
    date_requested: `${today}T00:00:00Z`,
    transformations: { usage: 0, credits_usage: 0 },
    objects: { usage: resources },
    bandwidth: { usage: deliveredBytes, credits_usage: bandwidth },
    storage: { usage: bytes, credits_usage: storage },
    credits: {
      usage: storage + bandwidth,
      limit: monthlyCredits,
      used_percent: (100 * (storage + bandwidth)) / monthlyCredits,
    },
    resources,
    derived_resources: 0,
    requests: 0,
    media_limits: {
      image_max_size_bytes: imageMaxBytes,
      video_max_size_bytes: 100 * mebibyte,
      raw_max_size_bytes: 10 * mebibyte,
      image_max_px: imageMaxPixels,
      asset_max_total_px: 2 * imageMaxPixels,
    },
  });
}

function urlsOf({ settings, baseUrl }: Cloudinary, asset: Asset) {
  const url = deliveryUrl(asset, settings.cloudinary, baseUrl);
  return { url, secure_url: url };
}

function readCursor(text: string | null): string | undefined {
  if (text === null) return undefined;
  return /^[0-9a-f]{16}$/.test(text)
    ? text
    : rejectRequest(400, `Invalid value ${text} for parameter next_cursor`);
}

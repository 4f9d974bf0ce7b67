/** The Admin API, with basic authentication and an hourly limit. */
import { z } from 'zod';
import { jsonReply, type Reply } from '../http/reply.ts';
import { readForm } from '../http/read-form.ts';
import { parseJson, type HttpRequest } from '../http/http-request.ts';
import { deliveryTypes, resourceTypes, type AssetKind } from './asset-store.ts';
import { rejectRequest } from './cloudinary-errors.ts';
import { readKind, rejectUnknown, type Cloudinary, type CloudinaryCall } from './context.ts';
import { describeAsset } from './describe-asset.ts';

const MAX_PAGE_SIZE = 500;
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
    case 'GET usage':
      return describeUsage(call.cloudinary);
    // The SDK encodes the slash, so this is one segment.
    case 'POST resources/search':
      return search(call);
    case 'GET resources':
      return rest.length > 0
        ? describeOne(call, readKind(second, third), rest.join('/'))
        : list(call, readKind(second, third));
    case 'DELETE resources':
      return removeMany(call, readKind(second, [third, ...rest].join('/')));
    default:
      return rejectRequest(404, `No such path: ${incoming.method} /${path.join('/')}`);
  }
}

function list({ cloudinary, incoming }: CloudinaryCall, kind: AssetKind): Reply {
  const query = incoming.url.searchParams;
  rejectUnknown(query.keys(), ['prefix', 'max_results', 'next_cursor', 'tags']);
  const limit = Number(query.get('max_results'));
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE_SIZE) {
    rejectRequest(400, `Invalid value ${query.get('max_results')} for parameter max_results`);
  }
  const prefix = query.get('prefix');
  const { assets, nextCursor } = cloudinary.store.list(
    { ...kind, ...(prefix !== null && { prefix }) },
    limit,
    readCursor(query.get('next_cursor')),
  );
  const shown = { tags: query.get('tags') === 'true' };
  return jsonReply(200, {
    resources: assets.map((asset) => describeAsset(asset, shown)),
    ...(nextCursor !== undefined && { next_cursor: nextCursor }),
  });
}

const SearchSchema = z.strictObject({
  expression: z.string(),
  max_results: z.int().min(1).max(MAX_PAGE_SIZE),
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
    resources: assets.slice(0, limit).map((asset) => describeAsset(asset)),
  });
}

function describeOne({ cloudinary }: CloudinaryCall, kind: AssetKind, publicId: string): Reply {
  const asset = cloudinary.store.find(kind, publicId);
  if (!asset) return rejectRequest(404, `Resource not found - ${publicId}`);
  return jsonReply(200, describeAsset(asset, { tags: true, context: true }));
}

async function removeMany({ cloudinary, incoming }: CloudinaryCall, kind: AssetKind): Promise<Reply> {
  const { fields } = (await readForm(incoming)) ?? rejectRequest(400, 'Malformed body');
  rejectUnknown(fields.keys(), ['public_ids[]', 'prefix', 'invalidate', 'next_cursor']);
  readCursor(fields.get('next_cursor')?.[0] ?? null);
  const publicIds = fields.get('public_ids[]') ?? [];
  const prefix = fields.get('prefix')?.[0];
  if (publicIds.length > MAX_PUBLIC_IDS) rejectRequest(400, `Number of public ids exceeds ${MAX_PUBLIC_IDS}`);
  if (publicIds.length === 0 && prefix === undefined) {
    rejectRequest(400, 'Missing required parameter - public_ids or prefix');
  }
  if (prefix === '') rejectRequest(400, 'Empty prefix');
  const refused = publicIds.find(
    (id) => cloudinary.refusesToDelete && id.startsWith(cloudinary.refusesToDelete),
  );
  if (refused !== undefined) rejectRequest(400, `public_id (${refused}) is invalid`);
  const { assets, nextCursor } = cloudinary.store.list(
    { ...kind, ...(prefix === undefined ? { publicIds } : { prefix }) },
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
    partial: nextCursor !== undefined,
    ...(nextCursor !== undefined && { next_cursor: nextCursor }),
  });
}

const bytesPerCredit = 1024 ** 3;
const monthlyCredits = 25;

function describeUsage({ store, deliveredBytes, settings }: Cloudinary): Reply {
  const { plan, imageMaxBytes, imageMaxPixels } = settings.cloudinary;
  const { resources, bytes } = store.usage();
  const storage = bytes / bytesPerCredit;
  const bandwidth = deliveredBytes / bytesPerCredit;
  return jsonReply(200, {
    plan,
    resources,
    bandwidth: { usage: deliveredBytes, credits_usage: bandwidth },
    storage: { usage: bytes, credits_usage: storage },
    credits: { usage: storage + bandwidth, limit: monthlyCredits },
    media_limits: {
      image_max_size_bytes: imageMaxBytes,
      image_max_px: imageMaxPixels,
      asset_max_total_px: 2 * imageMaxPixels,
    },
  });
}

function readCursor(text: string | null): string | undefined {
  if (text === null) return undefined;
  return /^[0-9a-f]{16}$/.test(text)
    ? text
    : rejectRequest(400, `Invalid value ${text} for parameter next_cursor`);
}

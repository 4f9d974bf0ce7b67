/** `/control/cloudinary`: changes the account's limits and creates assets in bulk. */
import sharp from 'sharp';
import { z } from 'zod';
import { invalid } from '../control/serve-control.ts';
import { jsonReply, type Reply } from '../http/reply.ts';
import { parseJson, type HttpRequest } from '../http/http-request.ts';
import { deliveryTypes, resourceTypes } from './asset-store.ts';
import type { Cloudinary } from './context.ts';
import { formatTime } from './upload.ts';

const LimitsSchema = z.strictObject({
  adminCallsPerHour: z.int().nonnegative().optional(),
  deliversArchives: z.boolean().optional(),
  imageMaxBytes: z.int().positive().optional(),
  imageMaxPixels: z.int().positive().optional(),
  /** Prefix of public IDs that cannot be deleted; null for none. */
  refusesToDelete: z.string().nullable().optional(),
});

const SeedSchema = z.strictObject({
  count: z.int().min(1).max(100_000),
  prefix: z.string(),
  resourceType: z.enum(resourceTypes).default('image'),
  type: z.enum(deliveryTypes).default('authenticated'),
  createdAt: z.iso.datetime().optional(),
});

export async function controlCloudinary(
  cloudinary: Cloudinary,
  { method, url, body }: HttpRequest,
): Promise<Reply | undefined> {
  switch (`${method} ${url.pathname}`) {
    case 'POST /control/cloudinary': {
      const limits = LimitsSchema.safeParse(parseJson(body));
      if (!limits.success) return invalid(limits.error);
      const { refusesToDelete, ...account } = limits.data;
      const changed = Object.entries(account).filter(([, value]) => value !== undefined);
      Object.assign(cloudinary.settings.cloudinary, Object.fromEntries(changed));
      if (refusesToDelete !== undefined) cloudinary.refusesToDelete = refusesToDelete;
      cloudinary.rateLimit.reset();
      return jsonReply(200, {});
    }
    case 'POST /control/cloudinary/assets': {
      const seed = SeedSchema.safeParse(parseJson(body));
      if (!seed.success) return invalid(seed.error);
      await seedAssets(cloudinary, seed.data);
      return jsonReply(200, {});
    }
    case 'GET /control/cloudinary/admin-calls':
      return jsonReply(200, cloudinary.rateLimit.report());
    case 'DELETE /control/cloudinary/admin-calls':
      cloudinary.rateLimit.forget();
      return jsonReply(200, {});
    default:
      return undefined;
  }
}

async function seedAssets({ store }: Cloudinary, seed: z.infer<typeof SeedSchema>): Promise<void> {
  const { count, prefix, resourceType, type } = seed;
  const createdAt = seed.createdAt === undefined ? new Date() : new Date(seed.createdAt);
  const edge = 8;
  const content = await sharp({ create: { width: edge, height: edge, channels: 3, background: '#7a8fa6' } })
    .png()
    .toBuffer();
  store.seed(
    Array.from({ length: count }, (_, index) => ({
      resourceType,
      type,
      publicId: `${prefix}${index}`,
      version: Math.floor(createdAt.getTime() / 1_000),
      format: 'png',
      width: edge,
      height: edge,
      createdAt: formatTime(createdAt),
      originalFilename: 'file',
      assetFolder: prefix.replace(/\/[^/]*$/, ''),
      tags: [],
      context: {},
    })),
    content,
  );
}

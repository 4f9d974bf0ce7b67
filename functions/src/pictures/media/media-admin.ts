/** The media service's Admin API, which has an hourly limit of calls. */
import { z } from 'zod';
import type { CloudinarySettings } from '../../platform/config/config.ts';
import { ask, loadSdk, makeAccess } from './media-sdk.ts';

/** Deleting a page takes three calls: list and deletes fit into one task of the cleanup. */
export const RESOURCES_PER_PAGE = 300;
/** Limit of one call. */
export const DELETED_AT_ONCE = 100;

export const RESOURCE_TYPES = ['image', 'video', 'raw'] as const;
export type ResourceType = (typeof RESOURCE_TYPES)[number];

/** The service lists and deletes each kind separately. */
export interface ResourceKind {
  resourceType: ResourceType;
  type: 'upload' | 'private' | 'authenticated';
}

export interface Resource {
  publicId: string;
  createdAt: Date;
}

/** The hourly limit, as reported with each answer. */
export interface ReportedLimit {
  allowed: number;
  remaining: number;
  resetAt: Date;
}

export interface Reported<Value> {
  value: Value;
  /** Undefined if the service did not report it. */
  limit: ReportedLimit | undefined;
}

const LimitSchema = z
  .object({
    rate_limit_allowed: z.number(),
    rate_limit_remaining: z.number(),
    rate_limit_reset_at: z.date(),
  })
  .transform(
    ({ rate_limit_allowed: allowed, rate_limit_remaining: remaining, rate_limit_reset_at: resetAt }) => ({
      allowed,
      remaining,
      resetAt,
    }),
  );

const PageSchema = z.object({
  resources: z.array(
    z
      .object({ public_id: z.string(), created_at: z.coerce.date() })
      .transform(({ public_id: publicId, created_at: createdAt }) => ({ publicId, createdAt })),
  ),
  next_cursor: z.string().optional(),
});

const DeletionSchema = z.object({ deleted: z.record(z.string(), z.string()).default({}) });
const CountSchema = z.object({ total_count: z.number().int() });
const AmountSchema = z.object({ usage: z.number(), limit: z.number().optional() });
/** https://cloudinary.com/documentation/admin_api#get_product_environment_usage_details */
const UsageSchema = z.object({
  plan: z.string().default(''),
  storage: AmountSchema,
  bandwidth: AmountSchema.optional(),
  credits: AmountSchema.optional(),
  media_limits: z
    .object({
      image_max_size_bytes: z.number(),
      /** Of an image, and of all frames of an animation. */
      image_max_px: z.number(),
      asset_max_total_px: z.number(),
    })
    .optional(),
});

export function makeMediaAdmin(readSettings: () => CloudinarySettings) {
  const access = makeAccess(readSettings);

  async function report<Schema extends z.ZodType>(
    action: string,
    schema: Schema,
    work: Promise<unknown>,
    signal?: AbortSignal,
  ): Promise<Reported<z.output<Schema>>> {
    const answer = await ask(action, work, signal);
    return { value: schema.parse(answer), limit: LimitSchema.safeParse(answer).data };
  }

  return {
    async listResources(
      { resourceType, type }: ResourceKind,
      cursor: string | null,
      signal?: AbortSignal,
    ): Promise<Reported<{ resources: Resource[]; nextCursor: string | undefined }>> {
      const { value, limit } = await report(
        'list resources',
        PageSchema,
        loadSdk().api.resources({
          ...access(),
          resource_type: resourceType,
          type,
          max_results: RESOURCES_PER_PAGE,
          ...(cursor !== null && { next_cursor: cursor }),
        }),
        signal,
      );
      return { value: { resources: value.resources, nextCursor: value.next_cursor }, limit };
    },

    /** Outcome by public id: `deleted`, `not_found`, or another word. */
    async deleteResources(
      { resourceType, type }: ResourceKind,
      publicIds: readonly string[],
      signal?: AbortSignal,
    ): Promise<Reported<Record<string, string>>> {
      const { value, limit } = await report(
        'delete resources',
        DeletionSchema,
        loadSdk().api.delete_resources([...publicIds], {
          ...access(),
          resource_type: resourceType,
          type,
          invalidate: true,
        }),
        signal,
      );
      return { value: value.deleted, limit };
    },

    async countResources(resourceType: ResourceType): Promise<Reported<number>> {
      const { api } = loadSdk();
      // The SDK's types lack these parameters and settings.
      const counting: unknown = Reflect.apply(api.search, api, [
        { expression: `resource_type:${resourceType}`, max_results: 1 },
        access(),
      ]);
      const { value, limit } = await report('count resources', CountSchema, Promise.resolve(counting));
      return { value: value.total_count, limit };
    },

    readUsage: (): Promise<Reported<z.output<typeof UsageSchema>>> =>
      report('read the usage', UsageSchema, loadSdk().api.usage(access())),
  };
}

export type MediaAdmin = ReturnType<typeof makeMediaAdmin>;

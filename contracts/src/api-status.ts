/** Health and statistics of the calls to the providers. */
import { z } from 'zod';
import { defineCall } from './call.ts';
import { CheckKindSchema } from './checks.ts';
import { ProviderSchema } from './generation-request.ts';
import { KeyProblemSchema } from './providers.ts';

/** 'warning': some keys rest or are out; 'error': none is usable; 'unused': the studio has no key for the provider. */
export const KeyStatusSchema = z.object({
  provider: ProviderSchema,
  /** Any other word is shown as neutral. */
  status: z.enum(['healthy', 'warning', 'error', 'unused']).or(z.string()),
  activeKeys: z.number().int(),
  totalKeys: z.number().int(),
  /** Rate limited; usable again after a while. */
  restingKeys: z.number().int(),
  /** When the first of them is usable again. */
  restUntil: z.iso.datetime().nullable(),
  /** Rejected by the provider; not used until an admin's next check. */
  outKeys: z.number().int(),
  /** Why none of them can make anything. */
  problem: KeyProblemSchema.nullable(),
  /** Concurrent calls that the queues allow. */
  capacity: z.number().int(),
  /** Calls per minute that the queues allow. */
  rateLimit: z.number().int(),
  /** When a key was last used by a call or an admin's check. */
  lastChecked: z.iso.datetime().nullable(),
});
export type KeyStatus = z.infer<typeof KeyStatusSchema>;

/** Of the current hour and the 23 before it. */
const StatsSchema = z.object({
  totalRequests: z.number().int(),
  successfulRequests: z.number().int(),
  failedRequests: z.number().int(),
  /** Milliseconds. */
  averageLatency: z.number(),
  /** Percent: the share of minutes without a provider outage. */
  uptime: z.number(),
});
export type Stats = z.infer<typeof StatsSchema>;

const FailureCountSchema = z.object({
  /** As in `rate-limited`. */
  kind: z.string(),
  /** Its label, as in 'Rate limited'. */
  label: z.string(),
  count: z.number().int(),
});

const ProviderStatsSchema = z.object({
  provider: ProviderSchema,
  calls: z.number().int(),
  failures: z.array(FailureCountSchema),
  /** Milliseconds; null without calls. */
  averageLatency: z.number().nullable(),
  p50: z.number().nullable(),
  p95: z.number().nullable(),
  /** Dollars. */
  cost: z.number(),
});
export type ProviderStats = z.infer<typeof ProviderStatsSchema>;

const HourSchema = z.object({
  /** Its start. */
  hour: z.iso.datetime(),
  providers: z.array(
    z.object({ provider: ProviderSchema, calls: z.number().int(), failed: z.number().int() }),
  ),
});
export type Hour = z.infer<typeof HourSchema>;

export const HealthPartSchema = z.object({
  name: z.enum(['database', 'files', 'media', 'queues', 'identity']),
  isOk: z.boolean(),
});

const RetirementSchema = z.object({
  /** The model's name in the portal. */
  model: z.string(),
  provider: ProviderSchema,
  upstreamModel: z.string(),
  retiresOn: z.iso.date(),
  isRetired: z.boolean(),
});
export type Retirement = z.infer<typeof RetirementSchema>;

const QueueDepthSchema = z.object({
  /** As in `makeWithOpenai`. */
  name: z.string(),
  /** Its label, as in 'Images with OpenAI'. */
  label: z.string(),
  /** Tasks that wait or run; null if the queue could not be read. */
  tasks: z.number().int().nullable(),
  /** Age of the oldest task. */
  oldestSeconds: z.number().nullable(),
});
export type QueueDepth = z.infer<typeof QueueDepthSchema>;

export const ApiStatusSchema = z.object({
  data: z.object({
    /** Null without calls. */
    stats: StatsSchema.nullable(),
    keyStatus: z.array(KeyStatusSchema),
    providers: z.array(ProviderStatsSchema),
    /** 24 hours, oldest first. */
    hours: z.array(HourSchema),
    health: z.array(HealthPartSchema),
    /** Models that are retired or will be within 90 days. */
    retirements: z.array(RetirementSchema),
    queues: z.array(QueueDepthSchema),
    /** How often people said that a check found no problem, the most frequent first. */
    dismissals: z.array(z.object({ kind: CheckKindSchema, count: z.number().int() })),
  }),
});
export type ApiStatus = z.infer<typeof ApiStatusSchema>;

export const getApiStatus = defineCall({
  method: 'GET',
  path: '/api/admin/api-status',
  summary: 'Statistics of the calls to the providers in the last 24 hours, and the state of their keys.',
  audience: 'admin',
  response: ApiStatusSchema,
});

export const checkKeys = defineCall({
  method: 'POST',
  path: '/api/admin/api-status/{provider}/check',
  summary: "Checks the studio's keys with free calls to the provider. Keys that work are used again.",
  audience: 'admin',
  params: z.object({ provider: ProviderSchema }),
  response: KeyStatusSchema,
  failures: [503],
});

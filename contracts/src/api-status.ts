/** How the portal's calls to the providers go. */
import { z } from 'zod';
import { defineCall } from './call.ts';
import { ProviderSchema } from './generation-request.ts';

/** 'warning': some keys rest or are out; 'error': none is left; 'unused': the studio has none for this provider. */
export const KeyStatusSchema = z.object({
  provider: ProviderSchema,
  /** A page shows any other word without a judgement. */
  status: z.enum(['healthy', 'warning', 'error', 'unused']).or(z.string()),
  activeKeys: z.number().int(),
  totalKeys: z.number().int(),
  /** Rate limited; they come back by themselves. */
  restingKeys: z.number().int(),
  /** When the first of them does. */
  restUntil: z.iso.datetime().nullable(),
  /** Rejected by the provider: out until an admin's next check. */
  outKeys: z.number().int(),
  /** Calls that may be under way at once. */
  capacity: z.number().int(),
  /** Calls a minute that the queues let through. */
  rateLimit: z.number().int(),
  /** When a call or an admin's check last used one of its keys. */
  lastChecked: z.iso.datetime().nullable(),
});
export type KeyStatus = z.infer<typeof KeyStatusSchema>;

/** Of the hour that runs and the 23 before it. */
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
  /** The same for a person, as in 'Rate limited'. */
  label: z.string(),
  count: z.number().int(),
});

const ProviderStatsSchema = z.object({
  provider: ProviderSchema,
  calls: z.number().int(),
  failures: z.array(FailureCountSchema),
  /** Milliseconds; null without a call. */
  averageLatency: z.number().nullable(),
  p50: z.number().nullable(),
  p95: z.number().nullable(),
  /** Dollars. */
  cost: z.number(),
});
export type ProviderStats = z.infer<typeof ProviderStatsSchema>;

const HourSchema = z.object({
  /** Its beginning. */
  hour: z.iso.datetime(),
  providers: z.array(
    z.object({ provider: ProviderSchema, calls: z.number().int(), failed: z.number().int() }),
  ),
});
export type Hour = z.infer<typeof HourSchema>;

const HealthPartSchema = z.object({
  name: z.enum(['database', 'files', 'media', 'queues', 'identity']),
  isOk: z.boolean(),
});

const RetirementSchema = z.object({
  /** What the spec calls the model. */
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
  /** The same for a person, as in 'Images with OpenAI'. */
  label: z.string(),
  /** Tasks that wait or are under way; null when the queue could not be asked. */
  tasks: z.number().int().nullable(),
  /** How long the oldest has waited. */
  oldestSeconds: z.number().nullable(),
});
export type QueueDepth = z.infer<typeof QueueDepthSchema>;

export const ApiStatusSchema = z.object({
  data: z.object({
    /** Null when no provider was called. */
    stats: StatsSchema.nullable(),
    keyStatus: z.array(KeyStatusSchema),
    providers: z.array(ProviderStatsSchema),
    /** 24, the oldest first. */
    hours: z.array(HourSchema),
    health: z.array(HealthPartSchema),
    /** Models that are retired, or are so within 90 days. */
    retirements: z.array(RetirementSchema),
    queues: z.array(QueueDepthSchema),
  }),
});
export type ApiStatus = z.infer<typeof ApiStatusSchema>;

export const getApiStatus = defineCall({
  method: 'GET',
  path: '/api/admin/api-status',
  summary: 'How the calls to the providers went in the last 24 hours, and the state of their keys.',
  audience: 'admin',
  answer: ApiStatusSchema,
});

export const checkKeys = defineCall({
  method: 'POST',
  path: '/api/admin/api-status/{provider}/check',
  summary:
    "Asks the provider, free of charge, which of the studio's keys work; those that do are used again.",
  audience: 'admin',
  params: z.object({ provider: ProviderSchema }),
  answer: KeyStatusSchema,
  failures: [503],
});

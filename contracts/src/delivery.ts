/**
 * Deliveries: pictures that the portal uploads to a stock agency.
 *
 * A **delivery** has a **file** for each picture, and one for the CSV. A task delivers one file:
 *
 *     queued -> sending -> sent | failed | cancelled
 *
 * A lost connection puts the file back to `queued`. Failed files can be retried. A file is sent once: what the server has
 * already is found there, whoever was interrupted (docs/decisions/017).
 */
import { z } from 'zod';
import { defineCall } from './call.ts';
import { BatchIdSchema, makeIdSchema } from './ids.ts';
import { FileNamingSchema } from './keyword-generator.ts';
import { MAX_SELECTED_PICTURES } from './library.ts';
import { SourceSchema } from './source.ts';

export const MAX_LISTED_DELIVERIES = 50;
/** Files of one page. */
export const DELIVERY_PAGE_SIZE = 100;

export const DeliveryProtocolSchema = z.enum(['sftp', 'ftps']);
export type DeliveryProtocol = z.infer<typeof DeliveryProtocolSchema>;
export const PROTOCOL_TITLES: Readonly<Record<DeliveryProtocol, string>> = { sftp: 'SFTP', ftps: 'FTPS' };

export const AgencyIdSchema = makeIdSchema(/^[a-z0-9-]{1,40}$/, 'Unknown agency.');

/** Where an agency's files go. Never user or password. */
const TargetSchema = z.object({ protocol: DeliveryProtocolSchema, host: z.string() });

export const DeliveryFileStateSchema = z.enum(['queued', 'sending', 'sent', 'failed', 'cancelled']);
export type DeliveryFileState = z.infer<typeof DeliveryFileStateSchema>;

const DeliveryFileSchema = z.object({
  index: z.number().int(),
  name: z.string(),
  /** Null for the CSV. */
  picture: SourceSchema.nullable(),
  state: DeliveryFileStateSchema,
  /** Null until the file is prepared. */
  bytes: z.number().int().nullable(),
  sentBytes: z.number().int(),
  /** Why it failed, or what to know about it. */
  note: z.string().nullable(),
  sentAt: z.iso.datetime().nullable(),
});
export type DeliveryFile = z.infer<typeof DeliveryFileSchema>;

export const DeliveryCountsSchema = z.object({
  sent: z.number().int(),
  failed: z.number().int(),
  cancelled: z.number().int(),
});

export const DeliverySchema = z.object({
  id: z.string(),
  agency: z.string(),
  agencyName: z.string(),
  target: TargetSchema,
  total: z.number().int(),
  counts: DeliveryCountsSchema,
  sentBytes: z.number().int(),
  /** Why all of its files were stopped. */
  stopped: z.string().nullable(),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  cancelledAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime(),
});
export type Delivery = z.infer<typeof DeliverySchema>;

const DeliveryParamsSchema = z.object({ id: BatchIdSchema });

export const listDeliveryAccounts = defineCall({
  method: 'GET',
  path: '/api/deliveries/accounts',
  summary: 'Lists the agencies to which the portal can deliver: none while deliveries are off.',
  audience: 'staff',
  response: z.object({
    accounts: z.array(TargetSchema.extend({ agency: z.string(), agencyName: z.string() })),
  }),
});

export const checkDeliveryAccount = defineCall({
  method: 'POST',
  path: '/api/deliveries/accounts/{agency}/check',
  summary: 'Logs in at an agency and lists the folder.',
  audience: 'admin',
  params: z.object({ agency: AgencyIdSchema }),
  response: z.object({ isReachable: z.boolean(), message: z.string() }),
  failures: [404],
});

export const createDelivery = defineCall({
  method: 'POST',
  path: '/api/deliveries',
  summary: 'Uploads pictures to an agency. Answers 409 with the pictures that were delivered there before.',
  audience: 'staff',
  body: z.object({
    agency: AgencyIdSchema,
    pictures: z
      .array(SourceSchema)
      .min(1, 'Select at least one picture.')
      .max(MAX_SELECTED_PICTURES, `Select at most ${MAX_SELECTED_PICTURES} pictures.`),
    naming: FileNamingSchema.optional(),
    /** Also sends pictures that were delivered to this agency before. */
    again: z.boolean().default(false),
  }),
  response: z.object({
    id: z.string(),
    total: z.number().int(),
    /** Pictures that the agency does not take. */
    leftOut: z.number().int(),
  }),
  status: 202,
  failures: [404, 409],
});

export const listDeliveries = defineCall({
  method: 'GET',
  path: '/api/deliveries',
  summary: `Lists the caller's latest ${MAX_LISTED_DELIVERIES} deliveries, newest first.`,
  audience: 'staff',
  response: z.object({ deliveries: z.array(DeliverySchema).max(MAX_LISTED_DELIVERIES) }),
});

export const getDelivery = defineCall({
  method: 'GET',
  path: '/api/deliveries/{id}',
  summary: 'A delivery and its files, 100 at a time.',
  audience: 'staff',
  params: DeliveryParamsSchema.extend({ from: z.coerce.number().int().min(0).default(0) }),
  response: z.object({
    delivery: DeliverySchema,
    files: z.array(DeliveryFileSchema).max(DELIVERY_PAGE_SIZE),
  }),
  failures: [404],
});

export const cancelDelivery = defineCall({
  method: 'POST',
  path: '/api/deliveries/{id}/cancel',
  summary: 'Cancels the files that have not arrived yet.',
  audience: 'staff',
  params: DeliveryParamsSchema,
  response: z.object({ cancelled: z.number().int() }),
  failures: [404],
});

export const retryDelivery = defineCall({
  method: 'POST',
  path: '/api/deliveries/{id}/retry',
  summary: 'Sends the files again that have failed, unless a newer delivery has sent them.',
  audience: 'staff',
  params: DeliveryParamsSchema,
  response: z.object({ retried: z.number().int() }),
  failures: [404],
});

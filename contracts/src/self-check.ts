/** What `npm run cloud:check` asks the deployed server to check about itself. */
import { z } from 'zod';
import { HealthPartSchema, KeyStatusSchema } from './api-status.ts';
import { defineCall } from './call.ts';

/** Collection of the tickets. A ticket's id is its secret: only who may write to Firestore through IAM can make one. */
export const TICKETS = 'selfChecks';

export const SelfCheckSchema = z.object({
  /** Answers of the services that the portal depends on. */
  health: z.array(HealthPartSchema),
  /** Why a small image could not be stored, read and deleted at the media service; null if it could. */
  media: z.enum(['store', 'read', 'delete']).nullable(),
  keys: z.array(
    KeyStatusSchema.pick({ provider: true, totalKeys: true, activeKeys: true, outKeys: true }).extend({
      /** Whether the provider answered the check. Otherwise its keys keep their states. */
      isAnswered: z.boolean(),
    }),
  ),
  /** Each queue got a task, which notes its arrival in the ticket. */
  queues: z.array(
    z.object({
      name: z.string(),
      /** Why the task could not be enqueued, as in `permission-denied`; null if it was. */
      problem: z.string().nullable(),
    }),
  ),
});
export type SelfCheck = z.infer<typeof SelfCheckSchema>;

export const startSelfCheck = defineCall({
  method: 'POST',
  path: '/api/self-check',
  summary:
    'Checks services and keys with free calls, and enqueues a task in each queue. Takes a one-time ticket.',
  audience: 'operator',
  response: SelfCheckSchema,
});

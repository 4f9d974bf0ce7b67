import { z } from 'zod';
import { defineCall } from './call.ts';

export const HealthSchema = z.object({
  status: z.enum(['ok', 'degraded']),
  /** Whether the database answers. */
  database: z.enum(['ok', 'unreachable']),
});
export type Health = z.infer<typeof HealthSchema>;

export const getHealth = defineCall({
  method: 'GET',
  path: '/api/health',
  summary: 'Whether the portal works; 503 when it does not.',
  audience: 'public',
  response: HealthSchema,
  failures: [503],
});

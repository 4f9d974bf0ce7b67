import { IdempotencyKeySchema } from '@portal/contracts/ids';
import type { Context } from 'hono';
import { AppError } from '../platform/app-error.ts';

export function readIdempotencyKey(context: Context): string | undefined {
  const { data, error } = IdempotencyKeySchema.optional().safeParse(context.req.header('idempotency-key'));
  const issue = error?.issues[0];
  if (issue) throw new AppError('bad-request', issue.message);
  return data;
}

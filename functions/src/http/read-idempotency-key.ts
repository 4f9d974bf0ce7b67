import type { Context } from 'hono';
import { AppError } from './app-error.ts';

const MOST_LENGTH = 200;

export function readIdempotencyKey(context: Context): string | undefined {
  const key = context.req.header('idempotency-key');
  if (key !== undefined && (key === '' || key.length > MOST_LENGTH)) {
    throw new AppError('bad-request', `An Idempotency-Key has 1 to ${MOST_LENGTH} characters.`);
  }
  return key;
}

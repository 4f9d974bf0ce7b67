import type { ApiError } from '@portal/contracts/api-error';
import type { Context } from 'hono';
import { AppError } from '../platform/app-error.ts';
import { isContended } from '../platform/firestore-errors.ts';
import { logError, logWarning } from '../platform/logs/log.ts';

/** Turns every failure into an answer. Only an AppError's own text leaves the server. */
export function answerError(error: Error, context: Context): Response {
  const failure = error instanceof AppError ? error : explain(error);
  const requestId: unknown = context.get('requestId');
  const body: ApiError = {
    error: failure.userMessage,
    code: failure.code,
    ...(failure.details && { details: failure.details }),
    ...(failure.code === 'banned' && { banned: true }),
    requestId: String(requestId),
  };
  if (failure.code === 'internal') logError(failure.message, error, { requestId });
  else if (failure.status >= 500) logWarning(failure.message, failure.cause, { requestId });
  if (failure.retryAfterSeconds !== undefined)
    context.header('Retry-After', String(failure.retryAfterSeconds));
  return context.json(body, failure.status);
}

/** Firestore gives up on a transaction that waits too long for others. */
const explain = (error: Error): AppError =>
  isContended(error)
    ? new AppError('unavailable', error.message, {
        cause: error,
        userMessage: 'The portal is busy. Try again in a few seconds.',
        retryAfterSeconds: 5,
      })
    : new AppError('internal', error.message, {
        cause: error,
        userMessage: 'Something went wrong on our side.',
      });

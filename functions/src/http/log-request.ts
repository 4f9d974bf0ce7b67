import * as logger from 'firebase-functions/logger';
import type { MiddlewareHandler } from 'hono';

/** Logs one structured line per request, never headers or bodies. */
export const logRequest: MiddlewareHandler = async (context, next) => {
  const startedAt = performance.now();
  await next();
  logger.info('request', {
    requestId: context.get('requestId'),
    method: context.req.method,
    path: context.req.path,
    status: context.res.status,
    milliseconds: Math.round(performance.now() - startedAt),
  });
};

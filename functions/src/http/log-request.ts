import type { MiddlewareHandler } from 'hono';
import { logInfo } from '../platform/log.ts';

/** Logs one structured line per request, never headers or bodies. */
export const logRequest: MiddlewareHandler = async (context, next) => {
  const startedAt = performance.now();
  await next();
  logInfo('request', {
    requestId: context.get('requestId'),
    method: context.req.method,
    path: context.req.path,
    status: context.res.status,
    milliseconds: Math.round(performance.now() - startedAt),
  });
};

import type { MiddlewareHandler } from 'hono';
import { logInfo } from '../platform/logs/log.ts';

/** Longer than any path of the API. */
const MAX_PATH_LENGTH = 200;

/** Logs one structured line per request, never headers or bodies. */
export const logRequest: MiddlewareHandler = async (context, next) => {
  const startedAt = performance.now();
  await next();
  logInfo('request', {
    requestId: context.get('requestId'),
    method: context.req.method,
    path: context.req.path.slice(0, MAX_PATH_LENGTH),
    status: context.res.status,
    milliseconds: Math.round(performance.now() - startedAt),
  });
};

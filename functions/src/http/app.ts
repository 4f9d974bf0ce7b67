import { randomUUID } from 'node:crypto';
import { getHealth } from '@portal/contracts/health';
import { getUserInfo } from '@portal/contracts/identity';
import { getSettings } from '@portal/contracts/settings';
import { Hono } from 'hono';
import { requestId } from 'hono/request-id';
import { serveApiStatus } from '../api-status/serve-api-status.ts';
import { serveCleanup } from '../cleanup/serve-cleanup.ts';
import { readPublicSettings } from '../config.ts';
import type { Deps } from '../deps.ts';
import { serveDirectory } from '../directory/serve-directory.ts';
import { checkHealth } from '../health/check-health.ts';
import { serveGenerator } from '../image-generator/serve-generator.ts';
import { serveKeywords } from '../keyword-generator/serve-keywords.ts';
import { describeApi } from '../openapi/describe-api.ts';
import { serveRunningBatches } from '../running-batches/serve-running-batches.ts';
import { serveSettings } from '../settings/serve-settings.ts';
import { serveSpend } from '../spend/serve-spend.ts';
import { serveStylizer } from '../stylizer/serve-stylizer.ts';
import { serveUploads } from '../uploads/serve-uploads.ts';
import { serveUpscale } from '../upscale/serve-upscale.ts';
import { answerError } from './answer-error.ts';
import { AppError } from './app-error.ts';
import { handleCall } from './handle-call.ts';
import { logRequest } from './log-request.ts';

/** The REST surface behind Hosting's `/api/**` rewrite. */
export function makeApp(deps: Deps) {
  const app = new Hono();
  app.use(requestId({ generator: () => randomUUID(), headerName: '' }), logRequest);
  app.use(async (context, next) => {
    await next();
    context.header('X-Request-Id', context.get('requestId'));
    // What somebody uploaded is what its type says, never what a browser would make of it.
    context.header('X-Content-Type-Options', 'nosniff');
    if (!context.res.headers.has('Cache-Control')) context.header('Cache-Control', 'no-store');
  });

  handleCall(app, deps, getHealth, async (_request, context) => {
    const health = await checkHealth(deps.firestore);
    if (health.status !== 'ok') context.status(503);
    return health;
  });
  handleCall(app, deps, getSettings, async (_request, context) => {
    context.header('Cache-Control', 'public, max-age=300');
    return readPublicSettings();
  });
  handleCall(app, deps, getUserInfo, async ({ caller: { role } }) => ({ role, isAdmin: role === 'admin' }));
  serveDirectory(app, deps);
  serveGenerator(app, deps);
  serveUploads(app, deps);
  serveUpscale(app, deps);
  serveKeywords(app, deps);
  serveStylizer(app, deps);
  serveCleanup(app, deps);
  serveApiStatus(app, deps);
  serveRunningBatches(app, deps);
  serveSpend(app, deps);
  serveSettings(app, deps);
  app.get('/api/openapi.json', (context) => context.json(describeApi()));

  app.notFound((context) =>
    answerError(new AppError('not-found', 'There is nothing at this address.'), context),
  );
  app.onError(answerError);
  return app;
}

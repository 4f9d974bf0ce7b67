import { randomUUID } from 'node:crypto';
import { getDescription } from '@portal/contracts/all-calls';
import { getHealth } from '@portal/contracts/health';
import { getUserInfo } from '@portal/contracts/identity';
import { getSettings } from '@portal/contracts/settings';
import { Hono } from 'hono';
import { requestId } from 'hono/request-id';
import { serveApiStatus } from './api-status/serve-api-status.ts';
import { serveCleanup } from './cleanup/serve-cleanup.ts';
import { readPublicSettings } from './config.ts';
import type { Deps } from './deps.ts';
import { serveDirectory } from './directory/serve-directory.ts';
import { checkHealth } from './api-status/check-health.ts';
import { serveGenerator } from './tools/image-generator/serve-generator.ts';
import { serveKeywords } from './tools/keyword-generator/serve-keywords.ts';
import { describeApi } from './http/describe-api.ts';
import { serveRunningBatches } from './batches/api/serve-running-batches.ts';
import { serveSettings } from './settings/serve-settings.ts';
import { serveSpend } from './spend/serve-spend.ts';
import { serveStylizer } from './tools/stylizer/serve-stylizer.ts';
import { serveUploads } from './uploads/serve-uploads.ts';
import { findTool } from './tools.ts';
import { serveUpscale } from './tools/upscale/serve-upscale.ts';
import { answerError } from './http/answer-error.ts';
import { AppError } from './platform/app-error.ts';
import { handleCall } from './http/handle-call.ts';
import { logRequest } from './http/log-request.ts';

/** What every answer has, whether it comes from a call or says why there is none. */
function makeBase() {
  const app = new Hono();
  app.use(requestId({ generator: () => randomUUID(), headerName: '' }), logRequest);
  app.use(async (context, next) => {
    await next();
    context.header('X-Request-Id', context.get('requestId'));
    // What somebody uploaded is what its type says, never what a browser would make of it.
    context.header('X-Content-Type-Options', 'nosniff');
    const cacheControl = context.res.headers.get('Cache-Control');
    if (cacheControl === null) context.header('Cache-Control', 'no-store');
    // A browser may show what it has cached only to whoever it was answered to.
    if (cacheControl?.startsWith('private')) context.header('Vary', 'Authorization');
  });
  app.notFound((context) =>
    answerError(new AppError('not-found', 'There is nothing at this address.'), context),
  );
  app.onError(answerError);
  return app;
}

/** Answers any request with this failure. */
export function makeRefusal(failure: AppError) {
  const app = makeBase();
  app.all('*', () => {
    throw failure;
  });
  return app;
}

/** The REST surface behind Hosting's `/api/**` rewrite. */
export function makeApp(deps: Deps) {
  const app = makeBase();
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
  serveDirectory(app, deps, findTool);
  serveGenerator(app, deps);
  serveUploads(app, deps);
  serveUpscale(app, deps);
  serveKeywords(app, deps);
  serveStylizer(app, deps);
  serveCleanup(app, deps);
  serveApiStatus(app, deps);
  serveRunningBatches(app, deps, findTool);
  serveSpend(app, deps);
  serveSettings(app, deps);
  handleCall(app, deps, getDescription, async () => describeApi());
  return app;
}

import { randomUUID } from 'node:crypto';
import { getDescription } from '@portal/contracts/description';
import { getHealth } from '@portal/contracts/health';
import { getUserInfo } from '@portal/contracts/identity';
import { getSettings } from '@portal/contracts/settings';
import { Hono } from 'hono';
import { requestId } from 'hono/request-id';
import { serveAlerts } from './operations/alerts/serve-alerts.ts';
import { checkHealth } from './operations/api-status/check-health.ts';
import { serveApiStatus } from './operations/api-status/serve-api-status.ts';
import { serveLineage } from './batches/api/serve-lineage.ts';
import { serveRunningBatches } from './batches/api/serve-running-batches.ts';
import { serveSharing } from './batches/api/serve-sharing.ts';
import { serveCleanup } from './operations/cleanup/serve-cleanup.ts';
import { readPublicSettings } from './platform/config/config.ts';
import type { Deps } from './batches/deps.ts';
import { serveDeliveries } from './studio/delivery/serve-deliveries.ts';
import { serveDirectory } from './operations/directory/serve-directory.ts';
import { serveExports } from './studio/exports/serve-exports.ts';
import { serveFailedWork } from './operations/failed-work/serve-failed-work.ts';
import { answerError } from './http/answer-error.ts';
import { describeApi } from './http/describe-api.ts';
import { handleCall } from './http/handle-call.ts';
import { logRequest } from './http/log-request.ts';
import { servedCallsOf } from './http/served-calls.ts';
import { serveLibrary } from './studio/library/serve-library.ts';
import { servePipelines } from './studio/pipelines/serve-pipelines.ts';
import { AppError } from './platform/app-error.ts';
import { once } from './platform/once.ts';
import { serveSelfCheck } from './operations/self-check/serve-self-check.ts';
import { serveSettings } from './operations/settings/serve-settings.ts';
import { serveProviders } from './providers/serve-providers.ts';
import { serveSpend } from './spend/serve-spend.ts';
import { serveStudioPrompts } from './studio/studio-prompts/serve-studio-prompts.ts';
import { serveSuggestions } from './studio/suggestions/serve-suggestions.ts';
import { QUEUES, TOOLS } from './tools.ts';
import { serveUploads } from './pictures/uploads/serve-uploads.ts';

/** Adds what every answer has: request id, headers, and JSON for failures. */
function makeBase() {
  const app = new Hono();
  app.use(requestId({ generator: () => randomUUID(), headerName: '' }), logRequest);
  app.use(async (context, next) => {
    await next();
    context.header('X-Request-Id', context.get('requestId'));
    // Browsers must not guess the type of an uploaded file.
    context.header('X-Content-Type-Options', 'nosniff');
    const cacheControl = context.res.headers.get('Cache-Control');
    if (cacheControl === null) context.header('Cache-Control', 'no-store');
    // What a browser has cached for one person must not be shown to another.
    if (cacheControl?.startsWith('private')) context.header('Vary', 'Authorization');
  });
  app.notFound((context) =>
    answerError(new AppError('not-found', 'Nothing was found at this URL.'), context),
  );
  app.onError(answerError);
  return app;
}

/** Answers every request with this failure. */
export function makeRefusal(failure: AppError) {
  const app = makeBase();
  app.all('*', () => {
    throw failure;
  });
  return app;
}

/** The REST API behind Hosting's `/api/**` rewrite. */
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
  serveDirectory(app, deps);
  serveUploads(app, deps);
  serveProviders(app, deps);
  for (const { serve } of TOOLS) serve(app, deps);
  serveLineage(app, deps);
  serveSharing(app, deps);
  serveLibrary(app, deps);
  serveExports(app, deps);
  serveDeliveries(app, deps);
  serveStudioPrompts(app, deps);
  serveSuggestions(app, deps);
  servePipelines(app, deps);
  serveApiStatus(app, deps, QUEUES);
  serveSelfCheck(app, deps, QUEUES);
  serveRunningBatches(app, deps);
  serveFailedWork(app, deps);
  serveSpend(app, deps);
  serveAlerts(app, deps);
  serveSettings(app, deps);
  serveCleanup(app, deps);
  const describe = once(() => describeApi(servedCallsOf(app)));
  handleCall(app, deps, getDescription, async () => describe());
  return app;
}

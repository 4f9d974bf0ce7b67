import { mkdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { keepServerKeys } from './agencies/server-keys.ts';
import { startAgencyServers } from './agencies/start-agency-servers.ts';
import { controlAgencies } from './agencies/control-agencies.ts';
import { BatchRunner } from './batches/batch-runner.ts';
import { BatchStore } from './batches/batch-store.ts';
import { Clock } from './batches/clock.ts';
import { controlBatches } from './batches/control-batches.ts';
import { serveBatches, type BatchApi } from './batches/serve-batches.ts';
import { serveQueues } from './cloud-tasks/serve-queues.ts';
import { AssetStore } from './cloudinary/asset-store.ts';
import type { Cloudinary } from './cloudinary/context.ts';
import { controlCloudinary } from './cloudinary/control-cloudinary.ts';
import { RateLimit } from './cloudinary/rate-limit.ts';
import { serveCloudinary } from './cloudinary/serve-cloudinary.ts';
import { Transformer } from './cloudinary/transform.ts';
import { Calls } from './control/calls.ts';
import { Faults } from './control/faults.ts';
import { Holds } from './control/holds.ts';
import { Latency } from './control/latency.ts';
import type { CallControl } from './control/perform-call.ts';
import { serveControl } from './control/serve-control.ts';
import { makeGoogleBatches } from './google/google-batches.ts';
import { googleApi } from './google/google-api.ts';
import { jsonReply, textReply } from './http/reply.ts';
import { BodyTooLarge, readHttpRequest } from './http/http-request.ts';
import { sendReply } from './http/send-reply.ts';
import type { ProviderApi } from './images/provider-api.ts';
import { serveImages } from './images/serve-images.ts';
import { makeOpenAiApi } from './openai/openai-api.ts';
import { makeOpenAiBatches } from './openai/openai-batches.ts';
import { ResponseStore } from './openai/response-store.ts';
import { DEFAULT_LATENCY_MS, makeSettings } from './settings.ts';
import { PictureRenderer } from './pictures/picture-renderer.ts';
import { stabilityApi } from './stability/stability-api.ts';
import { xaiApi } from './xai/xai-api.ts';

/** Its keys are public. */
const HOST = '127.0.0.1';

export interface SandboxOptions {
  /** 0 selects any free port. */
  port: number;
  /** Where assets are stored. */
  dataFolder: string;
  /** Ports of the agencies' upload servers. Default: any free ones. */
  agencyPorts?: Record<'sftp' | 'ftps', number>;
  latencyMs?: number;
  /** Of the Cloud Tasks emulator, which has the statistics of the queues. */
  tasksUrl?: string;
}

export interface Sandbox {
  url: string;
  close(): Promise<void>;
}

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { port, dataFolder, agencyPorts, latencyMs = DEFAULT_LATENCY_MS, tasksUrl } = options;
  const settings = makeSettings();
  mkdirSync(dataFolder, { recursive: true });
  const stop = new AbortController();
  const control: CallControl = {
    calls: new Calls(),
    faults: new Faults(),
    holds: new Holds(),
    latency: new Latency(latencyMs),
    stopped: stop.signal,
  };
  const store = new AssetStore(dataFolder);
  const cloudinary: Cloudinary = {
    control,
    settings,
    store,
    rateLimit: new RateLimit(settings.cloudinary),
    transformer: new Transformer(store, dataFolder),
    deliveredBytes: 0,
    refusesToDelete: null,
  };
  const agencies = await startAgencyServers({
    keys: keepServerKeys(dataFolder),
    ...(agencyPorts && { ports: agencyPorts }),
  });
  const renderer = new PictureRenderer();
  const clock = new Clock();
  const openAiApi = makeOpenAiApi(new ResponseStore());
  const apis = new Map<string, ProviderApi>(
    [openAiApi, googleApi, stabilityApi, xaiApi].map((api) => [api.provider, api]),
  );
  const batches = new BatchStore(clock);
  const runner = new BatchRunner(batches, control, renderer, apis);
  const batchApis = new Map<string, BatchApi>(
    [makeOpenAiBatches(openAiApi, batches, runner), makeGoogleBatches(googleApi, batches, runner)].map(
      (each) => [each.api.provider, each],
    ),
  );
  const working = new Set<Promise<void>>();

  const server = createServer((message, response) => {
    const work = serve(message, response).finally(() => working.delete(work));
    working.add(work);
  });
  // A held call waits until the test releases it.
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, resolve);
  });
  const address = server.address();
  const url = `http://${HOST}:${typeof address === 'object' && address ? address.port : port}`;

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await route(message, response);
    } catch (error) {
      const tooLarge = error instanceof BodyTooLarge;
      // 599 distinguishes a bug in the sandbox from scripted faults.
      await sendReply(
        response,
        textReply(
          tooLarge ? 413 : 599,
          error instanceof Error ? (error.stack ?? error.message) : String(error),
        ),
      );
    }
  }

  async function route(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const incoming = await readHttpRequest(message);
    const [, first = ''] = incoming.url.pathname.split('/');
    const api = apis.get(first);
    const batchApi = batchApis.get(first);
    const keys = api ? settings.keys[api.provider] : [];
    if (batchApi && (await serveBatches(control, keys, batchApi, incoming, response))) return;
    if (api) return serveImages({ control, renderer, knownKeys: keys }, api, incoming, response);
    if (first === 'cloudinary') return serveCloudinary(cloudinary, incoming, response);
    const answer =
      serveControl(control, renderer, incoming) ??
      controlAgencies(agencies.inboxes, incoming) ??
      (await controlBatches(batches, runner, incoming)) ??
      (await controlCloudinary(cloudinary, incoming)) ??
      (await serveQueues(tasksUrl, incoming)) ??
      jsonReply(404, { error: 'The sandbox does not have this path.' });
    await sendReply(response, answer);
  }

  return {
    url,
    async close() {
      stop.abort();
      control.holds.release();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await Promise.allSettled([...working, runner.stop(), agencies.close()]);
      store.close();
    },
  };
}

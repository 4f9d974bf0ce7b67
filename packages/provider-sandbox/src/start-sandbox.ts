/** The services that the portal pays for, on this machine: nothing here costs anything, and everything can go wrong. */
import { mkdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
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
import { googleWire } from './google/google-wire.ts';
import { jsonAnswer, textAnswer } from './http/answer.ts';
import { BodyTooLarge, readIncoming } from './http/incoming.ts';
import { sendAnswer } from './http/send-answer.ts';
import type { ImageWire } from './images/image-wire.ts';
import { PictureStore } from './images/picture-store.ts';
import { serveImages } from './images/serve-images.ts';
import { openAiWire } from './openai/openai-wire.ts';
import { defaultLatencyMs, makeSettings, type SandboxSettings } from './settings.ts';
import { Painter } from './pictures/painter.ts';
import { stabilityWire } from './stability/stability-wire.ts';
import { makeXaiWire } from './xai/xai-wire.ts';

export interface SandboxOptions {
  /** 0 takes any free one. */
  port: number;
  host?: string;
  /** Where assets are kept. */
  dataFolder: string;
  latencyMs?: number;
  settings?: SandboxSettings;
  /** Of the Tasks emulator, for which the sandbox tells how long its queues are. */
  tasksUrl?: string;
}

export interface Sandbox {
  url: string;
  close(): Promise<void>;
}

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const {
    port,
    host = '127.0.0.1',
    dataFolder,
    latencyMs = defaultLatencyMs,
    settings = makeSettings(),
    tasksUrl,
  } = options;
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
    baseUrl: '',
    deliveredBytes: 0,
    refusesToDelete: null,
  };
  const painter = new Painter();
  const pictures = new PictureStore();
  const wires = new Map<string, ImageWire>(
    [openAiWire, googleWire, stabilityWire, makeXaiWire(pictures)].map((wire) => [wire.provider, wire]),
  );
  const working = new Set<Promise<void>>();

  const server = createServer((message, response) => {
    const work = serve(message, response).finally(() => working.delete(work));
    working.add(work);
  });
  // A held call may wait for as long as a test likes.
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const url = `http://${host}:${typeof address === 'object' && address ? address.port : port}`;
  cloudinary.baseUrl = url;
  pictures.baseUrl = url;

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await route(message, response);
    } catch (error) {
      const tooLarge = error instanceof BodyTooLarge;
      // A fault of the sandbox itself looks like none of the scripted ones.
      await sendAnswer(
        response,
        textAnswer(
          tooLarge ? 413 : 599,
          error instanceof Error ? (error.stack ?? error.message) : String(error),
        ),
      );
    }
  }

  async function route(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const incoming = await readIncoming(message);
    const [, first = ''] = incoming.url.pathname.split('/');
    const wire = wires.get(first);
    if (wire)
      return serveImages(
        { control, painter, knownKeys: settings.keys[wire.provider] },
        wire,
        incoming,
        response,
      );
    if (first === 'cloudinary') return serveCloudinary(cloudinary, incoming, response);
    const answer =
      serveControl(control, painter, incoming) ??
      (await controlCloudinary(cloudinary, incoming)) ??
      (await serveQueues(tasksUrl, incoming)) ??
      pictures.serve(incoming.url.pathname) ??
      jsonAnswer(404, { error: 'The sandbox has no such path.' });
    await sendAnswer(response, answer);
  }

  return {
    url,
    async close() {
      stop.abort();
      control.holds.release();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await Promise.allSettled(working);
      store.close();
    },
  };
}

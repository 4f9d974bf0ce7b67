import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { CRC32C } from '@google-cloud/storage';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { openBucket, type FileStorage } from '../../../platform/files/file-storage.ts';
import { once } from '../../../platform/once.ts';

interface StoredObject {
  bytes: Buffer;
  contentType: string;
  contentEncoding?: string;
  timeCreated: Date;
  /** A request that names another one does not find it. */
  generation: string;
  /** Custom metadata. */
  metadata?: Record<string, string>;
  /** What its metadata says; default: that of `bytes`. */
  size?: number;
  /** Its content is sent after this. */
  ready?: Promise<void>;
}

interface StartedStorage {
  deps: FileStorage;
  objects: Map<string, StoredObject>;
  /** Method and URL of each request, in order. */
  requests: readonly string[];
  /** The next uploads fail, as many as this. */
  failUploads: (count: number) => void;
  /** The next call with this method is carried out, but its connection is lost. */
  loseAnswer: (method: 'GET' | 'POST' | 'DELETE') => void;
}

const PAGE_LENGTH = 2;
const MetadataSchema = z.object({ metadata: z.record(z.string(), z.string()).optional() });

/** A fake Cloud Storage with the calls that uploads use. Objects are in a map, and list pages are short. */
export async function startStorage(): Promise<StartedStorage> {
  const objects = new Map<string, StoredObject>();
  const requests: string[] = [];
  let failing = 0;
  let lost: string | undefined;
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    if (request.method === 'POST' && failing > 0) {
      failing -= 1;
      request.resume().on('end', () => response.writeHead(503).end());
      return;
    }
    if (request.method === lost) {
      lost = undefined;
      response.end = () => response.destroy();
    }
    void answer(objects, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  vi.stubEnv('STORAGE_EMULATOR_HOST', `http://127.0.0.1:${address.port}`);
  // The tests of the engine have an app of their own.
  const app = initializeApp({ projectId: 'demo' }, randomUUID());
  onTestFinished(() => {
    vi.unstubAllEnvs();
    return deleteApp(app);
  });
  return {
    deps: { bucket: once(() => openBucket(app, 'a-bucket')) },
    objects,
    requests,
    failUploads: (count) => (failing = count),
    loseAnswer: (method) => (lost = method),
  };
}

export const createObject = (overrides: Partial<StoredObject> = {}): StoredObject => ({
  bytes: Buffer.from('abc'),
  contentType: 'image/png',
  timeCreated: new Date(),
  generation: '1',
  ...overrides,
});

async function answer(
  objects: Map<string, StoredObject>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://storage');
  const name = decodeURIComponent(pathname.split('/o/')[1] ?? '');
  const object = objects.get(name);
  const sendJson = (body: object, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (request.method === 'POST') {
    const uploaded = readMultipart(await buffer(request));
    objects.set(searchParams.get('name') ?? '', uploaded);
    sendJson({ crc32c: checksum(uploaded.bytes) });
  } else if (name === '') {
    sendJson(listPage(objects, searchParams));
  } else if (!object || (searchParams.get('generation') ?? object.generation) !== object.generation) {
    sendJson({ error: { code: 404, message: 'No such object.' } }, 404);
  } else if (request.method === 'DELETE') {
    objects.delete(name);
    response.writeHead(204).end();
  } else if (searchParams.get('alt') === 'media') {
    await object.ready;
    const encoding = object.contentEncoding && { 'content-encoding': object.contentEncoding };
    response.writeHead(200, { 'content-type': object.contentType, ...encoding }).end(object.bytes);
  } else {
    sendJson(describe(name, object));
  }
}

const describe = (
  name: string,
  { bytes, contentType, timeCreated, generation, metadata, size = bytes.length }: StoredObject,
) => ({
  name,
  size: String(size),
  contentType,
  timeCreated: timeCreated.toISOString(),
  generation,
  metadata,
});

function checksum(bytes: Buffer): string {
  const crc = new CRC32C();
  crc.update(bytes);
  return crc.toString();
}

function listPage(objects: ReadonlyMap<string, StoredObject>, query: URLSearchParams) {
  const found = [...objects.keys()].filter((name) => name.startsWith(query.get('prefix') ?? '')).sort();
  const start = found.findIndex((name) => name >= (query.get('pageToken') ?? ''));
  const next = found[start + PAGE_LENGTH];
  const items = (start === -1 ? [] : found.slice(start, start + PAGE_LENGTH)).map((name) =>
    describe(name, objects.get(name) ?? createObject()),
  );
  return { items, ...(next !== undefined && { nextPageToken: next }) };
}

/** The first part has the metadata, the second one the bytes. */
function readMultipart(body: Buffer): StoredObject {
  const boundary = body.subarray(0, body.indexOf('\r\n'));
  const second = body.indexOf(boundary, boundary.length);
  const start = body.indexOf('\r\n\r\n', second) + 4;
  const end = body.lastIndexOf(boundary) - 2;
  const contentType = /content-type: *(\S+)/i.exec(body.toString('latin1', second, start))?.[1];
  const described = body.toString('utf8', body.indexOf('\r\n\r\n') + 4, second);
  const { metadata = {} } = MetadataSchema.parse(JSON.parse(described));
  return createObject({ bytes: body.subarray(start, end), contentType: contentType ?? '', metadata });
}

/** A minimal gRPC client, for requests that the SDKs hide, fix or retry. */
import { readFileSync } from 'node:fs';
import {
  connect,
  constants,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type IncomingHttpHeaders,
} from 'node:http2';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import protobuf from 'protobufjs';
import { onTestFinished } from 'vitest';
import { address, databaseName } from './harness.ts';

const clientRoot = dirname(createRequire(import.meta.url).resolve('@google-cloud/firestore/package.json'));
const definitions: unknown = JSON.parse(readFileSync(join(clientRoot, 'build/protos/v1.json'), 'utf8'));
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a protobufjs descriptor, as its reader will check
const root = protobuf.Root.fromJSON(definitions as protobuf.INamespace);
const service = root.lookupService('google.firestore.v1.Firestore');

export type Headers = Record<string, string>;
export const ownerHeaders: Headers = {
  authorization: 'Bearer owner',
  // Google's emulator refuses a Listen or Write stream without it.
  'google-cloud-resource-prefix': databaseName,
};

export class WireError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const sessions = new Map<string, ClientHttp2Session>();

function openSession(serverAddress: string): ClientHttp2Session {
  const known = sessions.get(serverAddress);
  if (known !== undefined && !known.closed && !known.destroyed) return known;
  const session = connect(`http://${serverAddress}`);
  session.unref();
  sessions.set(serverAddress, session);
  return session;
}

function findMethod(name: string) {
  const method = service.methods[name];
  if (method === undefined) throw new Error(`no such method: ${name}`);
  return {
    request: service.lookupType(method.requestType),
    response: service.lookupType(method.responseType),
  };
}

function frame(message: Uint8Array): Buffer {
  const header = Buffer.alloc(5);
  header.writeUInt32BE(message.length, 1);
  return Buffer.concat([header, message]);
}

/** A stream of raw messages to `path`, which may be invalid. */
export class RawCall {
  readonly #stream: ClientHttp2Stream;
  readonly #waiting: Buffer[] = [];
  #received: Buffer = Buffer.alloc(0);
  #status: { code: number; message: string } | undefined;
  #wake: () => void = () => {};

  constructor(path: string, headers: Headers = ownerHeaders, serverAddress = address) {
    this.#stream = openSession(serverAddress).request({
      [constants.HTTP2_HEADER_METHOD]: 'POST',
      [constants.HTTP2_HEADER_PATH]: path,
      'content-type': 'application/grpc',
      te: 'trailers',
      ...headers,
    });
    const readStatus = (fields: IncomingHttpHeaders) => {
      if (fields['grpc-status'] === undefined) return;
      const message = decodeURIComponent([fields['grpc-message'] ?? ''].flat().join());
      this.#status ??= { code: Number(fields['grpc-status']), message };
      this.#wake();
    };
    this.#stream.on('response', readStatus);
    this.#stream.on('trailers', readStatus);
    this.#stream.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#takeFrames();
      this.#wake();
    });
    this.#stream.on('error', (error) => {
      this.#status ??= { code: 14, message: error.message };
      this.#wake();
    });
    this.#stream.on('close', () => {
      this.#status ??= { code: 14, message: 'the stream closed without a status' };
      this.#wake();
    });
  }

  #takeFrames(): void {
    while (this.#received.length >= 5) {
      const end = 5 + this.#received.readUInt32BE(1);
      if (this.#received.length < end) return;
      this.#waiting.push(this.#received.subarray(5, end));
      this.#received = this.#received.subarray(end);
    }
  }

  send(message: Uint8Array): void {
    this.#stream.write(frame(message));
  }

  end(): void {
    this.#stream.end();
  }

  cancel(): void {
    this.#stream.close(constants.NGHTTP2_CANCEL);
  }

  /** Returns the next message, or undefined when the call has ended. Throws if it failed. */
  async next(): Promise<Buffer | undefined> {
    for (;;) {
      const [message] = this.#waiting.splice(0, 1);
      if (message !== undefined) return message;
      if (this.#status !== undefined) {
        if (this.#status.code === 0) return undefined;
        throw new WireError(this.#status.code, this.#status.message);
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

/** Calls a Firestore method. Messages are protobufjs' plain objects, with int64 and enums as strings. */
export class WireCall<Request extends object, Response> {
  readonly raw: RawCall;
  readonly #types: ReturnType<typeof findMethod>;

  constructor(method: string, headers: Headers = ownerHeaders, serverAddress = address) {
    this.#types = findMethod(method);
    this.raw = new RawCall(`/google.firestore.v1.Firestore/${method}`, headers, serverAddress);
  }

  send(message: Request): void {
    this.raw.send(encodeMessage(this.#types.request, message));
  }

  async next(): Promise<Response | undefined> {
    const bytes = await this.raw.next();
    if (bytes === undefined) return undefined;
    const message = this.#types.response.toObject(this.#types.response.decode(bytes), {
      longs: String,
      enums: String,
      bytes: Buffer,
      oneofs: true,
      arrays: true,
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller names what the method's definition gives
    return message as Response;
  }

  async all(): Promise<Response[]> {
    const messages: Response[] = [];
    for (let message = await this.next(); message !== undefined; message = await this.next())
      messages.push(message);
    return messages;
  }
}

function encodeMessage(type: protobuf.Type, message: object): Uint8Array {
  return type.encode(type.fromObject({ ...message })).finish();
}

/** Encodes a request of `method`. */
export function encodeRequest(method: string, request: object): Uint8Array {
  return encodeMessage(findMethod(method).request, request);
}

export async function callStream<Response>(
  method: string,
  request: object,
  headers?: Headers,
  serverAddress?: string,
): Promise<Response[]> {
  const call = new WireCall<object, Response>(method, headers, serverAddress);
  call.send(request);
  call.raw.end();
  return call.all();
}

export async function callOnce<Response>(
  method: string,
  request: object,
  headers?: Headers,
): Promise<Response> {
  const [response] = await callStream<Response>(method, request, headers);
  if (response === undefined) throw new Error(`${method} answered nothing`);
  return response;
}

/** Sends raw bytes as one message to `path`. */
export async function callRaw(path: string, bytes: Uint8Array, headers?: Headers): Promise<Buffer[]> {
  const call = new RawCall(path, headers);
  call.send(bytes);
  call.end();
  const messages: Buffer[] = [];
  for (let message = await call.next(); message !== undefined; message = await call.next())
    messages.push(message);
  return messages;
}

/** A bidirectional stream that is canceled at the end of the test. */
export function openStream<Request extends object, Response>(
  method: string,
  headers?: Headers,
): WireCall<Request, Response> {
  const call = new WireCall<Request, Response>(method, headers);
  onTestFinished(() => call.raw.cancel());
  return call;
}

/** A minimal gRPC client, for requests that the SDKs hide, fix or retry. */
import { readFileSync } from 'node:fs';
import { connect, constants, type ClientHttp2Session, type IncomingHttpHeaders } from 'node:http2';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import protobuf from 'protobufjs';
import { address, databaseName } from './harness.ts';

const clientRoot = dirname(createRequire(import.meta.url).resolve('@google-cloud/firestore/package.json'));
const definitions: unknown = JSON.parse(readFileSync(join(clientRoot, 'build/protos/v1.json'), 'utf8'));
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a protobufjs descriptor, as its reader will check
const root = protobuf.Root.fromJSON(definitions as protobuf.INamespace);
const service = root.lookupService('google.firestore.v1.Firestore');

export type Headers = Record<string, string>;
const ownerHeaders: Headers = {
  authorization: 'Bearer owner',
  // Google's emulator refuses a Listen stream without it.
  'google-cloud-resource-prefix': databaseName,
};

export class WireError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

let session: ClientHttp2Session | undefined;

function openSession(): ClientHttp2Session {
  if (session !== undefined && !session.closed && !session.destroyed) return session;
  session = connect(`http://${address}`);
  session.unref();
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

/** Sends raw bytes as one message to `path`. Returns the messages of the response, or throws if the call failed. */
export function callRaw(path: string, bytes: Uint8Array, headers: Headers = ownerHeaders): Promise<Buffer[]> {
  const stream = openSession().request({
    [constants.HTTP2_HEADER_METHOD]: 'POST',
    [constants.HTTP2_HEADER_PATH]: path,
    'content-type': 'application/grpc',
    te: 'trailers',
    ...headers,
  });
  let received: Buffer = Buffer.alloc(0);
  let failure = new WireError(14, 'The stream closed without a status.');
  const readStatus = ({ 'grpc-status': status, 'grpc-message': message }: IncomingHttpHeaders) => {
    if (status !== undefined)
      failure = new WireError(Number(status), decodeURIComponent([message ?? ''].flat().join()));
  };
  stream.on('response', readStatus);
  stream.on('trailers', readStatus);
  stream.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
  });
  stream.on('error', () => {});
  stream.end(frame(bytes));
  return new Promise((resolve, reject) => {
    stream.once('close', () => {
      if (failure.code === 0) resolve(splitFrames(received));
      else reject(failure);
    });
  });
}

function splitFrames(bytes: Buffer): Buffer[] {
  const messages: Buffer[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = start + 5 + bytes.readUInt32BE(start + 1);
    messages.push(bytes.subarray(start + 5, end));
    start = end;
  }
  return messages;
}

/** Encodes a request of `method`. */
export function encodeRequest(method: string, request: object): Uint8Array {
  const { request: type } = findMethod(method);
  return type.encode(type.fromObject(request)).finish();
}

/** Calls a Firestore method. Messages are protobufjs' plain objects, with int64 and enums as strings. */
export async function callStream<Response>(
  method: string,
  request: object,
  headers?: Headers,
): Promise<Response[]> {
  const { response } = findMethod(method);
  const path = `/google.firestore.v1.Firestore/${method}`;
  const messages = await callRaw(path, encodeRequest(method, request), headers);
  return messages.map((bytes) => {
    const message = response.toObject(response.decode(bytes), {
      longs: String,
      enums: String,
      bytes: Buffer,
      oneofs: true,
      arrays: true,
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller names what the method's definition gives
    return message as Response;
  });
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

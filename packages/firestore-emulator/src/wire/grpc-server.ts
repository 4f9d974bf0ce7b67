/**
 * gRPC directly on node:http2, which lets it share a port with HTTP/1.1.
 * See https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md
 */
import {
  constants,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import { StatusError, unimplemented } from '../status.ts';
import { FrameReader } from './framing.ts';
import { GrpcCall } from './grpc-call.ts';

/** Takes one request. Unary methods respond with exactly one message. */
export interface RequestMethod {
  readonly kind: 'request';
  answer(
    request: Uint8Array,
    headers: IncomingHttpHeaders,
  ): Iterable<Uint8Array> | Promise<Iterable<Uint8Array>>;
}

/** Takes a stream of requests. If `receive` throws, the call ends. */
export interface StreamMethod {
  readonly kind: 'stream';
  open(call: GrpcCall): { receive(request: Uint8Array): void };
}

/** By path, `/package.Service/Method`. */
export type GrpcMethods = ReadonlyMap<string, RequestMethod | StreamMethod>;

const WINDOW_BYTES = 4 * 1024 * 1024;

export function createGrpcServer(methods: GrpcMethods): Http2Server {
  const server = createServer({
    settings: { initialWindowSize: WINDOW_BYTES },
    maxSessionMemory: 1000,
    // Clients may cancel Listen streams at any time.
    streamResetBurst: 100_000,
    streamResetRate: 10_000,
  });
  server.on('session', (session) => {
    session.on('error', () => session.destroy());
    session.setLocalWindowSize(WINDOW_BYTES);
  });
  server.on('sessionError', () => {});
  server.on('stream', (stream, headers) => handleStream(methods, stream, headers));
  return server;
}

function handleStream(methods: GrpcMethods, stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
  // Ignores a caller that disconnects: 'close' follows.
  stream.on('error', () => {});
  if (headers[':method'] !== 'POST' || !String(headers['content-type']).startsWith('application/grpc')) {
    const status = headers[':method'] === 'POST' ? 415 : 405;
    stream.respond({ ':status': status }, { endStream: true });
    stream.close(constants.NGHTTP2_NO_ERROR);
    return;
  }
  const call = new GrpcCall(stream, headers);
  const method = methods.get(String(headers[':path']));
  if (!method) {
    call.fail(unimplemented(`The method ${String(headers[':path']).slice(1, 200)}`));
  } else if (method.kind === 'request') {
    receiveRequest(method, call, stream, new FrameReader());
  } else {
    receiveRequests(method, call, stream, new FrameReader());
  }
}

function receiveRequest(
  method: RequestMethod,
  call: GrpcCall,
  stream: ServerHttp2Stream,
  frames: FrameReader,
): void {
  const requests: Uint8Array[] = [];
  onData(call, stream, (chunk) => {
    requests.push(...frames.read(chunk));
    if (requests.length > 1) throw new StatusError('INTERNAL', 'Only one request message is allowed.');
  });
  stream.once('end', () => {
    if (call.isFinished) return;
    const [request] = requests;
    if (request && !frames.isMidMessage) void answerRequest(method, call, request);
    else call.fail(new StatusError('INTERNAL', 'The request ended before its message was complete.'));
  });
}

async function answerRequest(method: RequestMethod, call: GrpcCall, request: Uint8Array): Promise<void> {
  try {
    await call.sendAll(await method.answer(request, call.headers));
  } catch (error) {
    call.fail(error);
  }
}

function receiveRequests(
  method: StreamMethod,
  call: GrpcCall,
  stream: ServerHttp2Stream,
  frames: FrameReader,
): void {
  try {
    const receiver = method.open(call);
    onData(call, stream, (chunk) => {
      for (const request of frames.read(chunk)) if (!call.isFinished) receiver.receive(request);
    });
    stream.once('end', () => call.end());
  } catch (error) {
    call.fail(error);
  }
}

function onData(call: GrpcCall, stream: ServerHttp2Stream, take: (chunk: Buffer) => void): void {
  stream.on('data', (chunk: Buffer) => {
    if (call.isFinished) return;
    try {
      take(chunk);
    } catch (error) {
      call.fail(error);
    }
  });
}

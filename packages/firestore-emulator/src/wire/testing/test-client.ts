/** A gRPC client for tests that can send invalid data and shows raw responses. */
import {
  connect,
  constants,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type IncomingHttpHeaders,
} from 'node:http2';
import { FrameReader, frameMessage } from '../framing.ts';
import { messageCodec } from '../protocol.ts';

/** The call ended without a status. */
export const NO_STATUS = -1;

export interface Answer {
  readonly status: number;
  readonly message: string;
  readonly bodies: readonly Uint8Array[];
}

type Headers = Record<string, string>;

const OWNER: Headers = { authorization: 'Bearer owner' };

export class TestCall {
  readonly stream: ClientHttp2Stream;
  readonly ended: Promise<Answer>;
  readonly #bodies: Uint8Array[] = [];
  #wake = () => {};

  constructor(stream: ClientHttp2Stream) {
    this.stream = stream;
    const frames = new FrameReader();
    let trailers: IncomingHttpHeaders = {};
    stream.on('response', (headers) => (trailers = headers));
    stream.on('trailers', (headers) => (trailers = headers));
    stream.on('data', (chunk: Buffer) => {
      this.#bodies.push(...frames.read(chunk));
      this.#wake();
    });
    stream.on('error', () => {});
    this.ended = new Promise((resolve) => {
      stream.once('close', () => {
        const status = Number(trailers['grpc-status'] ?? NO_STATUS);
        const message = decodeURIComponent(trailers['grpc-message']?.toString() ?? '');
        resolve({ status, message, bodies: this.#bodies });
      });
    });
  }

  send(message: Uint8Array): void {
    this.stream.write(frameMessage(message));
  }

  /** Returns the next message. */
  async take(): Promise<Uint8Array> {
    for (;;) {
      const body = this.#bodies.shift();
      if (body) return body;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  cancel(): void {
    this.stream.close(constants.NGHTTP2_CANCEL);
  }
}

export class TestClient {
  readonly #session: ClientHttp2Session;

  constructor(port: number) {
    this.#session = connect(`http://127.0.0.1:${port}`, { maxSessionMemory: 1000 });
    this.#session.on('error', () => {});
  }

  open(method: string, headers: Headers = OWNER): TestCall {
    return new TestCall(
      this.#session.request({
        ':method': 'POST',
        ':path': method.startsWith('/') ? method : `/google.firestore.v1.Firestore/${method}`,
        'content-type': 'application/grpc',
        te: 'trailers',
        ...headers,
      }),
    );
  }

  /** Sends `body` unchanged, even if it is not a valid frame. */
  sendRaw(method: string, body: Uint8Array, headers: Headers = OWNER): Promise<Answer> {
    const call = this.open(method, headers);
    call.stream.end(body);
    return call.ended;
  }

  call(method: string, request: object, headers: Headers = OWNER): Promise<Answer> {
    return this.sendRaw(method, frameMessage(messageCodec(`${method}Request`).encode(request)), headers);
  }

  close(): void {
    this.#session.destroy();
  }
}

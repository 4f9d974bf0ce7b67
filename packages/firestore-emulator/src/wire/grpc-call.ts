import { constants, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import { Code, StatusError, toStatusError } from '../status.ts';
import { frameMessage } from './framing.ts';

const WRITE_BYTES = 64 * 1024;
/** gRPC percent-encodes everything except printable ASCII. */
const encodeMessage = (text: string) =>
  text.replaceAll(/[^ -$&-~]+/g, (part) =>
    [...Buffer.from(part)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );

const toTrailers = (error: StatusError | undefined) =>
  error
    ? { 'grpc-status': String(Code[error.code]), 'grpc-message': encodeMessage(error.message.slice(0, 4000)) }
    : { 'grpc-status': '0' };

/** The server side of one call: messages, then one status. Messages after that, or after a disconnect, are dropped. */
export class GrpcCall {
  readonly headers: IncomingHttpHeaders;
  readonly #stream: ServerHttp2Stream;
  #finished = false;

  constructor(stream: ServerHttp2Stream, headers: IncomingHttpHeaders) {
    this.headers = headers;
    this.#stream = stream;
    stream.once('close', () => {
      this.#finished = true;
    });
  }

  get isFinished(): boolean {
    return this.#finished;
  }

  /** True if too much is waiting to be sent. Wait for {@link whenDrained}. */
  get isBlocked(): boolean {
    return this.#stream.writableNeedDrain;
  }

  whenDrained(): Promise<void> {
    return new Promise((resolve) => {
      this.#stream.once('drain', resolve).once('close', resolve);
    });
  }

  onClose(listener: () => void): void {
    this.#stream.once('close', listener);
  }

  send(message: Uint8Array): void {
    this.#write(frameMessage(message));
  }

  /** Sends small messages together, and waits if the caller reads slowly. */
  async sendAll(messages: Iterable<Uint8Array>): Promise<void> {
    let frames: Buffer[] = [];
    let length = 0;
    for (const message of messages) {
      const frame = frameMessage(message);
      frames.push(frame);
      length += frame.length;
      if (length < WRITE_BYTES) continue;
      this.#write(Buffer.concat(frames, length));
      frames = [];
      length = 0;
      if (this.isBlocked) await this.whenDrained();
      if (this.#finished) return;
    }
    this.#finish(Buffer.concat(frames, length));
  }

  end(): void {
    this.#finish();
  }

  fail(cause: unknown): void {
    this.#finish(undefined, toStatusError(cause));
  }

  #respond(): void {
    if (!this.#stream.headersSent) {
      this.#stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
    }
  }

  #write(bytes: Buffer): void {
    if (this.#finished) return;
    this.#respond();
    this.#stream.write(bytes);
  }

  #finish(last?: Buffer, error?: StatusError): void {
    if (this.#finished || this.#stream.destroyed) return;
    this.#finished = true;
    if (error && !this.#stream.headersSent) {
      this.#stream.respond(
        { ':status': 200, 'content-type': 'application/grpc', ...toTrailers(error) },
        { endStream: true },
      );
      this.#leave();
    } else {
      this.#stream.once('wantTrailers', () => {
        this.#stream.sendTrailers(toTrailers(error));
        this.#leave();
      });
      this.#respond();
      this.#stream.end(last);
    }
  }

  /** Discards what the caller still sends. */
  #leave(): void {
    if (this.#stream.readableEnded) return;
    this.#stream.resume();
    // After the status has been sent.
    setImmediate(() => this.#stream.close(constants.NGHTTP2_NO_ERROR));
  }
}

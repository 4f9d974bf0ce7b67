/** One Write call: a handshake, then batches of writes, which are committed and answered in order. */
import { isAdmin, permissionDenied } from '../access.ts';
import type { Backend } from '../service/backend.ts';
import { commitWrites } from '../service/commit-writes.ts';
import { invalidArgument } from '../status.ts';
import { microsToTimestamp } from '../values/codec.ts';
import { parseDatabaseName } from '../values/resource-name.ts';
import type { GrpcCall } from '../wire/grpc-call.ts';
import type { WriteRequest } from '../wire/messages.ts';
import { messageCodec } from '../wire/protocol.ts';

const responses = messageCodec('WriteResponse');
let streamCount = 0;

export class WriteStream {
  readonly #backend: Backend;
  readonly #call: GrpcCall;
  #isOpen = false;
  #answered = 0;

  constructor(backend: Backend, call: GrpcCall) {
    this.#backend = backend;
    this.#call = call;
  }

  receive(request: WriteRequest): void {
    if (!this.#isOpen) {
      this.#open(request);
    } else if (request.writes.length === 0) {
      this.#answer({});
      this.#call.end();
    } else {
      if (!isAdmin(this.#call.headers.authorization)) throw permissionDenied();
      const { commit, results } = commitWrites(this.#backend, request.writes);
      this.#answer({ writeResults: results, commitTime: microsToTimestamp(commit.time) });
    }
  }

  #open({ database, streamId, streamToken, writes }: WriteRequest): void {
    if (!database) throw invalidArgument("'database' must be set on an initial write request.");
    parseDatabaseName(database);
    if (streamId || streamToken.length > 0) {
      throw invalidArgument('Resuming streams is not supported, do not set stream ID.');
    }
    if (writes.length > 0) throw invalidArgument("'writes' must not be set on an initial write request.");
    this.#isOpen = true;
    this.#answer({ streamId: String(++streamCount) });
  }

  #answer(response: object): void {
    const streamToken = Buffer.from(String(this.#answered++));
    this.#call.send(responses.encode({ ...response, streamToken }));
  }
}

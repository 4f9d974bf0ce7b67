/**
 * One Listen call with several targets. Sends each target's initial results, then its changes, and after each batch the read
 * time that all targets have reached. See TargetChange in google/firestore/v1/firestore.proto.
 */
import { isAdmin, permissionDenied } from '../access.ts';
import type { Commit, Micros, Snapshot } from '../model.ts';
import type { Backend } from '../service/backend.ts';
import { toDocumentMessage } from '../service/document-message.ts';
import { Code, invalidArgument, StatusError, toStatusError } from '../status.ts';
import { microsToTimestamp, timestampToMicros } from '../values/codec.ts';
import type { GrpcCall } from '../wire/grpc-call.ts';
import {
  TargetChangeType,
  type ListenRequest,
  type ListenResponse,
  type TargetMessage,
} from '../wire/messages.ts';
import { messageCodec } from '../wire/protocol.ts';
import { DocumentsTarget } from './documents-target.ts';
import { QueryTarget } from './query-target.ts';
import { decodeResumeToken, encodeResumeToken } from './resume-token.ts';
import type { Target, TargetEvent } from './target.ts';

/** The Node.js client restarts a stream after two minutes of silence. */
const HEARTBEAT_MILLIS = 45_000;

const responses = messageCodec<ListenResponse>('ListenResponse');

export class ListenStream {
  readonly #backend: Backend;
  readonly #call: GrpcCall;
  readonly #targets = new Map<number, Target>();
  /** Names of the documents that changed since the last update. */
  #changed = new Set<string>();
  #isFlushDue = false;

  constructor(backend: Backend, call: GrpcCall) {
    this.#backend = backend;
    this.#call = call;
    const unsubscribe = backend.store.subscribe((commit) => this.#note(commit));
    const heartbeat = setInterval(() => this.#sendReadTime(this.#backend.store.snapshot()), HEARTBEAT_MILLIS);
    call.onClose(() => {
      unsubscribe();
      clearInterval(heartbeat);
    });
  }

  receive(request: ListenRequest): void {
    switch (request.targetChange) {
      case 'addTarget':
        this.#add(request.addTarget);
        break;
      case 'removeTarget':
        if (this.#targets.delete(request.removeTarget ?? 0))
          this.#sendChange('REMOVE', [request.removeTarget ?? 0]);
        break;
      default:
        throw invalidArgument('A target to add or to remove must be set.');
    }
  }

  #add(message: TargetMessage | null | undefined): void {
    if (!message || message.targetId < 0) throw invalidArgument('The target id must not be negative.');
    const id = message.targetId || this.#unusedId();
    if (this.#targets.has(id)) throw invalidArgument(`The target id ${id} is in use.`);
    // Updates the other targets first, so that the next read time holds for all of them.
    this.#flush();
    this.#sendChange('ADD', [id]);
    const snapshot = this.#backend.store.snapshot();
    try {
      const target = this.#createTarget(message);
      this.#start(id, target, message, snapshot);
      this.#targets.set(id, target);
    } catch (error) {
      this.#sendFailure(id, error);
      return;
    }
    this.#sendChange('CURRENT', [id], snapshot.readTime);
    this.#sendReadTime(snapshot);
    if (!message.once) return;
    this.#targets.delete(id);
    this.#sendChange('REMOVE', [id]);
  }

  #unusedId(): number {
    let id = 1;
    while (this.#targets.has(id)) id++;
    return id;
  }

  #createTarget({ query, documents }: TargetMessage): Target {
    if (!isAdmin(this.#call.headers.authorization)) throw permissionDenied();
    if (documents) return new DocumentsTarget(documents.documents);
    if (query?.structuredQuery) return new QueryTarget(this.#backend, query.parent, query.structuredQuery);
    throw invalidArgument('The target has neither a query nor documents.');
  }

  /** A client that resumes gets only the changes that it missed, if history reaches back that far. */
  #start(id: number, target: Target, { resumeToken, readTime }: TargetMessage, snapshot: Snapshot): void {
    const isResumed = readTime != null || (resumeToken !== undefined && resumeToken.length > 0);
    const time = readTime ? timestampToMicros(readTime) : resumeToken && decodeResumeToken(resumeToken);
    const since = isResumed ? this.#stateAt(time) : undefined;
    const events = target.start(snapshot, since);
    if (isResumed && !since) this.#sendChange('RESET', [id], snapshot.readTime);
    this.#sendEvents(id, events, snapshot);
  }

  #stateAt(time: Micros | undefined): Snapshot | undefined {
    if (time === undefined) return undefined;
    try {
      return this.#backend.store.snapshot(time);
    } catch (error) {
      if (error instanceof StatusError) return undefined;
      throw error;
    }
  }

  #note({ changes }: Commit): void {
    if (this.#targets.size === 0) return;
    for (const { name } of changes) this.#changed.add(name);
    if (this.#isFlushDue) return;
    this.#isFlushDue = true;
    void this.#flushWhenDrained();
  }

  /** If the client reads slowly, several commits become one update. */
  async #flushWhenDrained(): Promise<void> {
    if (this.#call.isBlocked) await this.#call.whenDrained();
    // After the response to the commit.
    setImmediate(() => {
      this.#isFlushDue = false;
      try {
        this.#flush();
      } catch (error) {
        this.#call.fail(error);
      }
    });
  }

  #flush(): void {
    if (this.#call.isFinished || this.#changed.size === 0) return;
    const snapshot = this.#backend.store.snapshot();
    const names = this.#changed;
    this.#changed = new Set();
    let hasSent = false;
    for (const [id, target] of this.#targets) {
      try {
        const events = target.update(snapshot, names);
        this.#sendEvents(id, events, snapshot);
        hasSent ||= events.length > 0;
      } catch (error) {
        this.#targets.delete(id);
        this.#sendFailure(id, error);
      }
    }
    if (hasSent) this.#sendReadTime(snapshot);
  }

  #sendEvents(id: number, events: readonly TargetEvent[], snapshot: Snapshot): void {
    const readTime = microsToTimestamp(snapshot.readTime);
    for (const event of events) {
      if (event.kind === 'changed') {
        this.#send({ documentChange: { document: toDocumentMessage(event.document), targetIds: [id] } });
      } else {
        const removal = { document: event.name, removedTargetIds: [id], readTime };
        this.#send(event.kind === 'deleted' ? { documentDelete: removal } : { documentRemove: removal });
      }
    }
  }

  #sendChange(type: keyof typeof TargetChangeType, targetIds: number[], time?: Micros): void {
    const targetChangeType = TargetChangeType[type];
    this.#send({ targetChange: { targetChangeType, targetIds, ...(time !== undefined && toldUntil(time)) } });
  }

  /** No target ids means all targets. */
  #sendReadTime({ readTime }: Snapshot): void {
    this.#send({ targetChange: { targetChangeType: TargetChangeType.NO_CHANGE, ...toldUntil(readTime) } });
  }

  #sendFailure(id: number, error: unknown): void {
    const { code, message } = toStatusError(error);
    const cause = { code: Code[code], message };
    this.#send({ targetChange: { targetChangeType: TargetChangeType.REMOVE, targetIds: [id], cause } });
  }

  #send(response: ListenResponse): void {
    this.#call.send(responses.encode(response));
  }
}

const toldUntil = (time: Micros) => ({
  resumeToken: encodeResumeToken(time),
  readTime: microsToTimestamp(time),
});

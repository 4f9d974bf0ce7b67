/**
 * One Listen call, to one document: sends it at once and after each change, followed by the read time.
 * See TargetChange in google/firestore/v1/firestore.proto.
 */
import { isAdmin, permissionDenied } from './access.ts';
import type { Store } from './model.ts';
import { toDocumentMessage } from './service/read-methods.ts';
import { Code, invalidArgument, toStatusError, unimplemented } from './status.ts';
import { microsToTimestamp } from './values/codec.ts';
import { checkDocumentName } from './values/resource-name.ts';
import type { GrpcCall } from './wire/grpc-call.ts';
import {
  TargetChangeType,
  type ListenRequest,
  type ListenResponse,
  type TargetMessage,
} from './wire/messages.ts';
import { messageCodec } from './wire/protocol.ts';

/** The Node.js client restarts a stream after two minutes of silence. */
const HEARTBEAT_MILLIS = 45_000;

const responses = messageCodec<ListenResponse>('ListenResponse');

export class ListenStream {
  readonly #store: Store;
  readonly #call: GrpcCall;
  #target: { readonly id: number; readonly name: string } | undefined;
  #isUpdateDue = false;

  constructor(store: Store, call: GrpcCall) {
    this.#store = store;
    this.#call = call;
    const unsubscribe = store.subscribe(({ changes }) => {
      if (changes.some(({ name }) => name === this.#target?.name)) this.#scheduleUpdate();
    });
    const heartbeat = setInterval(() => this.#sendReadTime(), HEARTBEAT_MILLIS);
    call.onClose(() => {
      unsubscribe();
      clearInterval(heartbeat);
    });
  }

  receive({ targetChange, addTarget }: ListenRequest): void {
    if (targetChange === 'removeTarget') throw unimplemented('Removing a target');
    if (!addTarget) throw invalidArgument('A target to add must be set.');
    const id = addTarget.targetId;
    if (id <= 0) throw invalidArgument('The target id must be positive.');
    this.#sendChange('ADD', id);
    try {
      this.#target = { id, name: this.#nameOf(addTarget) };
    } catch (error) {
      const { code, message } = toStatusError(error);
      this.#sendChange('REMOVE', id, { code: Code[code], message });
      return;
    }
    this.#sendDocument();
    this.#sendChange('CURRENT', id);
    this.#sendReadTime();
  }

  /** A client that resumes also gets the document as it is now. */
  #nameOf({ query, documents }: TargetMessage): string {
    if (!isAdmin(this.#call.headers.authorization)) throw permissionDenied();
    if (query) throw unimplemented('Listening to a query');
    const [name = '', ...others] = documents?.documents ?? [];
    if (others.length > 0 || this.#target) throw unimplemented('Listening to several documents');
    checkDocumentName(name);
    return name;
  }

  /** If the client reads slowly, several commits become one update. */
  #scheduleUpdate(): void {
    if (this.#isUpdateDue) return;
    this.#isUpdateDue = true;
    const drained = this.#call.isBlocked ? this.#call.whenDrained() : Promise.resolve();
    // After the response to the commit.
    void drained.then(() => setImmediate(() => this.#update()));
  }

  #update(): void {
    this.#isUpdateDue = false;
    this.#sendDocument();
    this.#sendReadTime();
  }

  #sendDocument(): void {
    if (!this.#target) return;
    const { id, name } = this.#target;
    const snapshot = this.#store.snapshot();
    const document = snapshot.get(name);
    if (document) {
      this.#send({ documentChange: { document: toDocumentMessage(document), targetIds: [id] } });
    } else {
      const readTime = microsToTimestamp(snapshot.readTime);
      this.#send({ documentDelete: { document: name, removedTargetIds: [id], readTime } });
    }
  }

  #sendChange(
    type: keyof typeof TargetChangeType,
    id: number,
    cause?: { code: number; message: string },
  ): void {
    const targetChangeType = TargetChangeType[type];
    this.#send({ targetChange: { targetChangeType, targetIds: [id], ...(cause && { cause }) } });
  }

  #sendReadTime(): void {
    const readTime = microsToTimestamp(this.#store.snapshot().readTime);
    this.#send({ targetChange: { targetChangeType: TargetChangeType.NO_CHANGE, readTime } });
  }

  #send(response: ListenResponse): void {
    this.#call.send(responses.encode(response));
  }
}

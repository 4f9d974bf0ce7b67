import { nameByTime } from '@portal/contracts/batch-name';
import { BatchStartedSchema } from '@portal/contracts/batches';
import type { UploadCall } from '@portal/contracts/call';
import { SMALL_SELECTION_BYTES, type ChosenFile, type UploadTool } from '@portal/contracts/uploads';
import { ApiFailure, isRefusal } from '../../client/api/api-failure.ts';
import { withRetries } from '../../client/api/retry.ts';
import { findRefused } from './find-refused.ts';
import { ProgressTracker, sumBytes } from './progress-tracker.ts';
import { isFile, isSent, type Selected, type SelectedFile } from './selected.ts';
import { describeFileFailure, makeForm } from './upload-form.ts';
import { UploadFolder } from './upload-folder.ts';
import { UploadDeniedError, type Transport } from './transport.ts';

/** The pictures and the call that makes a batch of them. */
export interface UploadRequest {
  files: readonly Selected[];
  call: Pick<UploadCall, 'path'>;
  options: Readonly<Record<string, unknown>>;
}

/** Concurrent uploads to Cloud Storage: each waits for several responses, one after another. */
const MAX_CONCURRENT = 6;

/** A request, with the idempotency key and batch name that it keeps until it has become a batch. */
export interface Submission {
  request: string;
  key: string;
  batchName: string;
}

/** Where the submission of sent pictures is kept across reloads. */
export interface SubmissionStore {
  read: () => Submission | undefined;
  write: (submission: Submission | undefined) => void;
}

/** Some files failed. Their own progress says which. */
class IncompleteUploadError extends Error {}

/** The connection was lost after the user started the batch. */
class InterruptedError extends Error {}

/** Uploads a selection and starts a batch with it. A retry continues where the last attempt stopped. */
export class UploadSession {
  readonly #tool: UploadTool;
  readonly #transport: Transport;
  readonly #tracker = new ProgressTracker();
  #request: UploadRequest | undefined;
  #queue: SelectedFile[] = [];
  #abort = new AbortController();
  #wasOffline = false;
  /** The batch keeps its folder, so each batch needs a new one. */
  #folder: UploadFolder;
  /** Keys of the files in the folder. */
  readonly #stored = new Set<string>();
  readonly #store: SubmissionStore | undefined;
  /** Unchanged until the request has become a batch, so that a retry does not start a second one. */
  #submission: Submission | undefined;
  /** The answer to the submission was lost. Even if it is cancelled, the same request must not be paid twice. */
  #mayHaveStarted = false;

  constructor(tool: UploadTool, transport: Transport, store?: SubmissionStore) {
    this.#tool = tool;
    this.#transport = transport;
    this.#store = store;
    this.#submission = store?.read();
    this.#mayHaveStarted = this.#submission !== undefined;
    this.#folder = new UploadFolder(tool, transport);
  }

  readonly subscribe = this.#tracker.subscribe;
  readonly getProgress = this.#tracker.getProgress;
  readonly getFile = this.#tracker.getFile;

  isBusy(): boolean {
    const { phase } = this.getProgress();
    return phase === 'sending' || phase === 'starting';
  }

  /** Resolves with the batch id, or undefined if cancelled or already sending. Progress also reports failures. */
  async send(request: UploadRequest): Promise<string | undefined> {
    if (this.isBusy()) return undefined;
    this.#request = request;
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    const { connection, warnBeforeLeaving } = this.#transport;
    const uploads = request.files.filter(isFile);
    const hasSent = uploads.length < request.files.length;
    const isSmall = !hasSent && sumBytes(uploads) <= SMALL_SELECTION_BYTES;
    // The batch of another request may have the folder.
    if (this.#mayHaveStarted && this.#submission?.request !== identify(request)) {
      this.#forgetSubmission();
      this.#resetFolder();
    }
    if (this.#folder.isExpired()) this.#resetFolder();
    this.#tracker.start(request.files, isSmall ? new Set() : this.#stored, connection.isOnline());
    this.#wasOffline = !connection.isOnline();
    const stopWatching = connection.subscribe(() => {
      this.#wasOffline ||= !connection.isOnline();
      this.#tracker.update({ isOnline: connection.isOnline() });
      this.#tracker.measurePace();
    });
    const stopWarning = warnBeforeLeaving();
    try {
      const answer = await (isSmall
        ? this.#sendForm(request, uploads, signal)
        : this.#sendStored(request, uploads, signal));
      const { batchId } = BatchStartedSchema.parse(answer);
      this.#forgetSubmission();
      this.#reset();
      return batchId;
    } catch (error) {
      if (signal.aborted) {
        this.#reset();
        return undefined;
      }
      this.#fail(error);
      throw error;
    } finally {
      stopWatching();
      stopWarning();
    }
  }

  /** Queues a failed file again while others are still uploading. */
  retryFile(key: string): void {
    const selected = this.#request?.files.filter(isFile).find((one) => one.key === key);
    if (!selected || this.getFile(key)?.state !== 'failed') return;
    this.#tracker.setFile(key);
    this.#queue.push(selected);
  }

  /** Drops a picture that the user removed from the selection after a failure. */
  removeFile(key: string): void {
    if (!this.#request || this.isBusy()) return;
    const wasRefused = this.getProgress().failedSent > 0;
    this.#request = { ...this.#request, files: this.#request.files.filter((one) => one.key !== key) };
    if (this.#request.files.length === 0) this.#reset();
    else this.#tracker.removeFile(key);
    const { failedFiles, failedSent } = this.getProgress();
    if (wasRefused && failedFiles + failedSent === 0)
      this.#tracker.update({ phase: 'idle', reason: undefined });
  }

  /** Files that are already uploaded stay unused, and the server deletes them. */
  cancel(): void {
    if (this.getProgress().phase === 'sending') this.#abort.abort();
    else if (!this.isBusy()) this.#reset();
  }

  async #sendForm(
    request: UploadRequest,
    files: readonly SelectedFile[],
    signal: AbortSignal,
  ): Promise<unknown> {
    const { call } = request;
    const { headers, options } = this.#prepare(request);
    const form = makeForm(files, options);
    const onProgress = (sent: number, total: number) =>
      this.#tracker.setFormBytes((sent / total) * sumBytes(files));
    try {
      return await this.#startBatch(
        () => this.#transport.sendForm(call.path, form, { headers, signal, onProgress }),
        signal,
      );
    } catch (error) {
      if (!(error instanceof ApiFailure || error instanceof InterruptedError))
        await this.#markUnreadable(files);
      throw error;
    }
  }

  /** As JSON. Files are uploaded to Cloud Storage before. */
  async #sendStored(
    request: UploadRequest,
    uploads: readonly SelectedFile[],
    signal: AbortSignal,
  ): Promise<unknown> {
    const missing = uploads.filter(({ key }) => !this.#stored.has(key));
    await this.#folder.register(missing, signal);
    this.#queue = missing;
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, () => this.#uploadQueue(signal)));
    if (uploads.some(({ key }) => !this.#stored.has(key))) throw new IncompleteUploadError();
    this.#tracker.update({ phase: 'starting' });
    const folder = uploads.length > 0 ? { folder: this.#folder.name } : {};
    const files = request.files.map((one): ChosenFile =>
      isFile(one) ? { id: this.#folder.getTarget(one.key).id, name: one.file.name } : { from: one.sent.from },
    );
    const { headers, options } = this.#prepare(request);
    return this.#startBatch(
      () => this.#transport.sendJson(request.call.path, { ...options, ...folder, files }, headers),
      signal,
    );
  }

  /** A batch costs money, so it does not start by itself after the connection was lost. */
  #startBatch(send: () => Promise<unknown>, signal: AbortSignal): Promise<unknown> {
    const { connection } = this.#transport;
    const ready = () => {
      if (this.#wasOffline) throw new InterruptedError();
    };
    const trySend = () => {
      this.#mayHaveStarted ||= connection.isOnline();
      return send();
    };
    return withRetries(trySend, { connection, signal, ready });
  }

  async #uploadQueue(signal: AbortSignal): Promise<void> {
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      const { key, file } = next;
      try {
        await this.#upload(next, signal);
        this.#tracker.setFile(key, { state: 'sent', sentBytes: file.size });
      } catch {
        signal.throwIfAborted();
        const failure = await describeFileFailure(file);
        signal.throwIfAborted();
        this.#tracker.setFile(key, failure);
      }
    }
  }

  async #upload({ key, file }: SelectedFile, signal: AbortSignal): Promise<void> {
    const target = this.#folder.getTarget(key);
    await withRetries(
      async () => {
        this.#tracker.setFile(key, { state: 'sending', sentBytes: 0 });
        await this.#transport
          .putFile(target, file, {
            signal,
            onProgress: (sentBytes) => {
              if (sentBytes === file.size) target.mayBeStored = true;
              this.#tracker.setFile(key, { state: 'sending', sentBytes });
            },
          })
          .catch((error: unknown) => {
            // Each file can be stored once, so a denial after a lost response means it was stored. The server checks.
            if (error instanceof UploadDeniedError && target.mayBeStored) return;
            target.mayBeStored ||= !(error instanceof UploadDeniedError);
            throw error;
          });
        this.#stored.add(key);
      },
      { connection: this.#transport.connection, signal },
    );
  }

  async #markUnreadable(files: readonly SelectedFile[]): Promise<void> {
    for (const { key, file } of files) {
      const failure = await describeFileFailure(file);
      if (failure.reason !== undefined) this.#tracker.setFile(key, failure);
    }
  }

  /** The idempotency key and batch name, which stay the same when the same request is sent again. */
  #prepare(sent: UploadRequest) {
    const { files, options } = sent;
    const request = identify(sent);
    if (this.#submission?.request !== request) {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      this.#submission = { request, key: crypto.randomUUID(), batchName: nameByTime(timeZone) };
      // Files have other keys after a reload, and are gone.
      if (files.every(isSent)) this.#store?.write(this.#submission);
    }
    const { key, batchName } = this.#submission;
    return { headers: { 'Idempotency-Key': key }, options: { batchName, ...options } };
  }

  #fail(error: unknown): void {
    const isRejected = isRefusal(error);
    if (isRejected) this.#forgetSubmission();
    const refused = findRefused(error, this.#request?.files ?? []);
    // The folder has expired, and its files are deleted.
    if (isRejected && error.status === 404 && refused.size === 0) this.#resetFolder();
    for (const [key, reason] of refused)
      this.#tracker.setFile(key, { state: 'failed', sentBytes: 0, reason });
    this.#tracker.fail(
      error instanceof InterruptedError ? 'interrupted' : 'failed',
      { reason: isRejected ? error.reason : undefined, mayHaveStarted: this.#mayHaveStarted },
      this.#stored,
    );
  }

  #forgetSubmission(): void {
    this.#submission = undefined;
    this.#mayHaveStarted = false;
    this.#store?.write(undefined);
  }

  #resetFolder(): void {
    this.#folder = new UploadFolder(this.#tool, this.#transport);
    this.#stored.clear();
  }

  #reset(): void {
    if (!this.#mayHaveStarted) {
      this.#resetFolder();
      this.#forgetSubmission();
    }
    this.#request = undefined;
    this.#queue = [];
    this.#tracker.reset();
  }
}

const identify = ({ files, call, options }: UploadRequest): string =>
  JSON.stringify([call.path, options, files.map(({ key }) => key)]);

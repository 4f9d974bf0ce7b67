import { nameByTime } from '@portal/contracts/batch-name';
import { BatchStartedSchema } from '@portal/contracts/batches';
import type { UploadCall } from '@portal/contracts/call';
import { SMALL_SELECTION_BYTES, type UploadedFiles, type UploadTool } from '@portal/contracts/uploads';
import { ApiFailure } from '../api/api-failure.ts';
import { Observable } from './observable.ts';
import type { SelectedFile } from './selection.ts';
import { tryAgain } from './retry.ts';
import type { FileProgress, UploadProgress } from './progress.ts';
import { UploadFolder } from './upload-folder.ts';
import { StorageRefusal, type Transport } from './upload-transport.ts';

/** What is sent: the pictures, and the call that makes a batch of them. */
export interface Order {
  files: readonly SelectedFile[];
  call: Pick<UploadCall, 'path'>;
  options: Readonly<Record<string, unknown>>;
}

/** Files that are being put into Cloud Storage at once. */
const AT_ONCE = 4;
const IDLE: UploadProgress = {
  phase: 'idle',
  isOnline: true,
  sentBytes: 0,
  totalBytes: 0,
  failedFiles: 0,
  pace: { since: 0, sentBytes: 0 },
};
const UNUSED = { order: '', key: '', batchName: '' };
const WAITING: FileProgress = { state: 'waiting', sentBytes: 0 };
const GONE = 'It was moved or changed since it was chosen. Remove it and choose it again.';

/** Files did not get up; which, their own progress says. */
class IncompleteUpload extends Error {}

/** The connection was lost since the batch was asked for. */
class Interrupted extends Error {}

/** Gets a selection to the server and a batch made of it. After a failure it goes on where it stopped. */
export class UploadSession extends Observable {
  readonly #tool: UploadTool;
  readonly #transport: Transport;
  #progress = IDLE;
  #files = new Map<string, FileProgress>();
  #queue: SelectedFile[] = [];
  #order: Order | undefined;
  #abort = new AbortController();
  #wasCut = false;
  /** Of Cloud Storage; a batch keeps its folder, so the next one has another. */
  #folder: UploadFolder;
  /** Keys of the files that lie there. */
  readonly #stored = new Set<string>();
  /** The same for the same order until it has become a batch: a try after a lost answer makes no second one. */
  #request = UNUSED;

  constructor(tool: UploadTool, transport: Transport) {
    super();
    this.#tool = tool;
    this.#transport = transport;
    this.#folder = new UploadFolder(tool, transport);
  }

  readonly getProgress = (): UploadProgress => this.#progress;
  readonly getFile = (key: string): FileProgress | undefined => this.#files.get(key);

  isBusy(): boolean {
    return this.#progress.phase === 'sending' || this.#progress.phase === 'starting';
  }

  /** The batch's id; undefined when it is cancelled, or sending already. What failed is in the progress, too. */
  async send(order: Order): Promise<string | undefined> {
    if (this.isBusy()) return undefined;
    this.#order = order;
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    const { connection, holdPage } = this.#transport;
    const isSmall = sumBytes(order.files) <= SMALL_SELECTION_BYTES;
    if (this.#folder.isExpired()) this.#leaveFolder();
    const stored = new Set(isSmall ? [] : this.#stored);
    this.#files = new Map(
      order.files.map(({ key, file }) => [
        key,
        stored.has(key) ? { state: 'sent', sentBytes: file.size } : WAITING,
      ]),
    );
    this.#update({ ...IDLE, phase: 'sending', isOnline: connection.isOnline() });
    this.#measurePace();
    this.#wasCut = !connection.isOnline();
    const stopWatching = connection.subscribe(() => {
      this.#wasCut ||= !connection.isOnline();
      this.#update({ isOnline: connection.isOnline() });
      this.#measurePace();
    });
    const letGo = holdPage();
    try {
      const answer = await (isSmall ? this.#sendForm(order, signal) : this.#sendStored(order, signal));
      const { batchId } = BatchStartedSchema.parse(answer);
      this.#forget();
      return batchId;
    } catch (error) {
      if (signal.aborted) {
        this.#forget();
        return undefined;
      }
      if (isRefusal(error)) this.#request = UNUSED;
      // What lay there too long is taken away.
      if (isRefusal(error) && error.status === 404) this.#leaveFolder();
      for (const [key, { state }] of this.#files)
        if (state !== 'failed' && !this.#stored.has(key)) this.#files.delete(key);
      const phase = error instanceof Interrupted ? 'interrupted' : 'failed';
      this.#update({ phase, reason: isRefusal(error) ? error.reason : undefined });
      throw error;
    } finally {
      stopWatching();
      letGo();
    }
  }

  /** While others are still on their way, a file that failed gets in line again. */
  retryFile(key: string): void {
    const selected = this.#order?.files.find((one) => one.key === key);
    if (!selected || this.#files.get(key)?.state !== 'failed') return;
    this.#setFile(key, WAITING);
    this.#queue.push(selected);
  }

  /** It was taken out of the selection after a failure. */
  leaveOut(key: string): void {
    if (!this.#order || this.isBusy()) return;
    this.#order = { ...this.#order, files: this.#order.files.filter((one) => one.key !== key) };
    this.#files.delete(key);
    if (this.#order.files.length === 0) this.#forget();
    else this.#update({});
  }

  /** Nothing is made of what is up already; the server takes it away. */
  cancel(): void {
    if (this.#progress.phase === 'sending') this.#abort.abort();
    else if (!this.isBusy()) this.#forget();
  }

  async #sendForm(order: Order, signal: AbortSignal): Promise<unknown> {
    const { files, call } = order;
    const { headers, options } = this.#prepare(order);
    const form = makeForm(files, options);
    try {
      return await tryAgain(
        () =>
          this.#transport.sendForm(call.path, form, {
            headers,
            signal,
            onProgress: (sent, total) => this.#spread(files, (sent / total) * sumBytes(files)),
          }),
        { connection: this.#transport.connection, signal, ready: () => this.#assertUncut() },
      );
    } catch (error) {
      if (!(error instanceof ApiFailure || error instanceof Interrupted)) await this.#findGone(files);
      throw error;
    }
  }

  /** A form's files leave one after another. */
  #spread(files: readonly SelectedFile[], sentBytes: number): void {
    let before = 0;
    for (const { key, file } of files) {
      const sent = Math.min(Math.max(sentBytes - before, 0), file.size);
      before += file.size;
      if (sent === file.size) this.#files.set(key, { state: 'sent', sentBytes: sent });
      else this.#files.set(key, sent > 0 ? { state: 'sending', sentBytes: sent } : WAITING);
    }
    this.#update({ phase: sentBytes >= before ? 'starting' : 'sending' });
  }

  async #sendStored(order: Order, signal: AbortSignal): Promise<unknown> {
    const { connection, sendJson } = this.#transport;
    const missing = order.files.filter(({ key }) => !this.#stored.has(key));
    await this.#folder.announce(missing, signal);
    this.#queue = missing;
    await Promise.all(Array.from({ length: AT_ONCE }, () => this.#putQueued(signal)));
    if (order.files.some(({ key }) => !this.#stored.has(key))) throw new IncompleteUpload();
    this.#update({ phase: 'starting' });
    const uploaded: UploadedFiles = {
      folder: this.#folder.name,
      files: order.files.map(({ key, file }) => ({ id: this.#folder.placeOf(key).id, name: file.name })),
    };
    const { headers, options } = this.#prepare(order);
    return tryAgain(() => sendJson(order.call.path, { ...options, ...uploaded }, headers), {
      connection,
      signal,
      ready: () => this.#assertUncut(),
    });
  }

  /** A batch is paid for: it does not start by itself once the connection is back. */
  #assertUncut(): void {
    if (this.#wasCut) throw new Interrupted();
  }

  async #putQueued(signal: AbortSignal): Promise<void> {
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      const { key, file } = next;
      try {
        await this.#put(next, signal);
        this.#setFile(key, { state: 'sent', sentBytes: file.size });
      } catch {
        signal.throwIfAborted();
        const fault = await describeFault(file);
        signal.throwIfAborted();
        this.#setFile(key, fault);
      }
    }
  }

  async #put({ key, file }: SelectedFile, signal: AbortSignal): Promise<void> {
    const place = this.#folder.placeOf(key);
    await tryAgain(
      async () => {
        this.#setFile(key, { state: 'sending', sentBytes: 0 });
        await this.#transport
          .putFile(place, file, {
            signal,
            onProgress: (sentBytes) => {
              if (sentBytes === file.size) place.mayBeThere = true;
              this.#setFile(key, { state: 'sending', sentBytes });
            },
          })
          .catch((error: unknown) => {
            // The rules take each file once: it arrived, and the answer was lost. The server looks when a batch is made.
            if (error instanceof StorageRefusal && place.mayBeThere) return;
            place.mayBeThere ||= !(error instanceof StorageRefusal);
            throw error;
          });
        this.#stored.add(key);
      },
      { connection: this.#transport.connection, signal },
    );
  }

  async #findGone(files: readonly SelectedFile[]): Promise<void> {
    for (const { key, file } of files) {
      const fault = await describeFault(file);
      if (fault.reason !== undefined) this.#files.set(key, fault);
    }
  }

  /** The key and the name by which the server knows this order again. */
  #prepare({ files, call, options }: Order) {
    const order = JSON.stringify([call.path, options, files.map(({ key }) => key)]);
    if (this.#request.order !== order) {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      this.#request = { order, key: crypto.randomUUID(), batchName: nameByTime(timeZone) };
    }
    const { key, batchName } = this.#request;
    return { headers: { 'Idempotency-Key': key }, options: { batchName, ...options } };
  }

  #leaveFolder(): void {
    this.#folder = new UploadFolder(this.#tool, this.#transport);
    this.#stored.clear();
  }

  #forget(): void {
    this.#leaveFolder();
    this.#request = UNUSED;
    this.#order = undefined;
    this.#queue = [];
    this.#files = new Map();
    this.#progress = IDLE;
    this.tell();
  }

  #setFile(key: string, progress: FileProgress): void {
    this.#files.set(key, progress);
    this.#update({});
  }

  #measurePace(): void {
    this.#update({ pace: { since: Date.now(), sentBytes: this.#progress.sentBytes } });
  }

  #update(changes: Partial<UploadProgress>): void {
    const files = [...this.#files.values()];
    this.#progress = {
      ...this.#progress,
      ...changes,
      sentBytes: files.reduce((sum, { sentBytes }) => sum + sentBytes, 0),
      totalBytes: sumBytes(this.#order?.files ?? []),
      failedFiles: files.filter(({ state }) => state === 'failed').length,
    };
    this.tell();
  }
}

const sumBytes = (files: readonly SelectedFile[]): number =>
  files.reduce((sum, { file }) => sum + file.size, 0);

const isRefusal = (error: unknown): error is ApiFailure => error instanceof ApiFailure && error.status < 500;

/** The tool's options as fields beside the images. */
function makeForm(files: Order['files'], options: Order['options']): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined) form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  // A form's own file names do not carry every letter.
  form.append('originalFilenames', JSON.stringify(files.map(({ file }) => file.name)));
  for (const { file } of files) form.append('images', file, file.name);
  return form;
}

/** A file that is no longer what was chosen cannot be read. */
const describeFault = async (file: File): Promise<FileProgress> => {
  const failed = { state: 'failed', sentBytes: 0 } as const;
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => failed,
      () => ({ ...failed, reason: GONE }),
    );
};

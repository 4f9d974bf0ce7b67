import { Observable } from '../../client/observable.ts';
import type { FileProgress, UploadProgress } from './progress.ts';
import { getUploadBytes, isFile, isSent, type Selected } from './selected.ts';

const IDLE: UploadProgress = {
  phase: 'idle',
  isOnline: true,
  sentBytes: 0,
  totalBytes: 0,
  failedFiles: 0,
  failedSent: 0,
  mayHaveStarted: false,
  pace: { since: 0, sentBytes: 0 },
};
/** How often listeners hear of files. Each time, the page renders. */
const REPORT_INTERVAL_MS = 250;
const WAITING: FileProgress = { state: 'waiting', sentBytes: 0 };

/** The progress of an upload and of each of its files. */
export class ProgressTracker extends Observable {
  #progress = IDLE;
  #selected: readonly Selected[] = [];
  readonly #files = new Map<string, FileProgress>();
  #report: ReturnType<typeof setTimeout> | undefined;

  readonly getProgress = (): UploadProgress => this.#progress;
  readonly getFile = (key: string): FileProgress | undefined => this.#files.get(key);

  /** Files in `storedKeys` are uploaded already. Sent pictures have no progress. */
  start(selected: readonly Selected[], storedKeys: ReadonlySet<string>, isOnline: boolean): void {
    this.#selected = selected;
    this.#files.clear();
    for (const { key, file } of selected.filter(isFile))
      this.#files.set(key, storedKeys.has(key) ? { state: 'sent', sentBytes: file.size } : WAITING);
    this.update({ ...IDLE, phase: 'sending', isOnline });
    this.measurePace();
  }

  /** Forgets the progress of files that are neither stored nor failed, then shows the failure. */
  fail(
    phase: 'failed' | 'interrupted',
    facts: Pick<UploadProgress, 'reason' | 'mayHaveStarted'>,
    storedKeys: ReadonlySet<string>,
  ): void {
    for (const [key, { state }] of this.#files)
      if (state !== 'failed' && !storedKeys.has(key)) this.#files.delete(key);
    this.update({ phase, ...facts });
  }

  reset(): void {
    this.#selected = [];
    this.#files.clear();
    this.#progress = IDLE;
    this.#notifyNow();
  }

  update(changes: Partial<UploadProgress>): void {
    this.#change(changes);
    this.#notifyNow();
  }

  #change(changes: Partial<UploadProgress>): void {
    const files = [...this.#files.values()];
    this.#progress = {
      ...this.#progress,
      ...changes,
      sentBytes: files.reduce((sum, { sentBytes }) => sum + sentBytes, 0),
      totalBytes: sumBytes(this.#selected),
      failedFiles: files.filter(({ state }) => state === 'failed').length,
      failedSent: this.#selected.filter((one) => isSent(one) && this.getFile(one.key)?.state === 'failed')
        .length,
    };
  }

  #notifyNow(): void {
    clearTimeout(this.#report);
    this.#report = undefined;
    this.notify();
  }

  setFile(key: string, progress: FileProgress = WAITING): void {
    this.#files.set(key, progress);
    this.#change({});
    this.#report ??= setTimeout(() => this.#notifyNow(), REPORT_INTERVAL_MS);
  }

  removeFile(key: string): void {
    this.#selected = this.#selected.filter((one) => one.key !== key);
    this.#files.delete(key);
    this.update({});
  }

  /** Attributes the bytes sent of a form to its files, which are sent one after another. */
  setFormBytes(sentBytes: number): void {
    let before = 0;
    for (const { key, file } of this.#selected.filter(isFile)) {
      const sent = Math.min(Math.max(sentBytes - before, 0), file.size);
      before += file.size;
      if (sent === file.size) this.#files.set(key, { state: 'sent', sentBytes: sent });
      else this.#files.set(key, sent > 0 ? { state: 'sending', sentBytes: sent } : WAITING);
    }
    this.update({ phase: sentBytes >= before ? 'starting' : 'sending' });
  }

  /** Restarts the measurement of the upload speed. */
  measurePace(): void {
    this.update({ pace: { since: Date.now(), sentBytes: this.#progress.sentBytes } });
  }
}

export const sumBytes = (selected: readonly Selected[]): number =>
  selected.reduce((sum, one) => sum + getUploadBytes(one), 0);

import { browserConnection } from '../connection/connection.ts';
import { findUserId } from './client.ts';
import { limitConcurrency } from './limit-concurrency.ts';
import { requestPicture, requestThumbnail, type LoadedPicture } from './request-picture.ts';
import { isTemporary } from './retry.ts';
import { StoredThumbnails } from './stored-thumbnails.ts';

export interface PictureState {
  /** Undefined until loaded. */
  url?: string;
  /** It takes, or has taken, long enough to notice. */
  isSlow: boolean;
  hasFailed: boolean;
}

interface Entry {
  state: PictureState;
  bytes: number;
  /** The same request would fail again. */
  isFinal: boolean;
  /** How many components need it now. */
  users: number;
  request?: AbortController;
  readonly listeners: Set<() => void>;
}

const WAITING: PictureState = { isSlow: false, hasFailed: false };
const SLOW: PictureState = { isSlow: true, hasFailed: false };
const FAILED: PictureState = { isSlow: false, hasFailed: true };
const MAX_AT_ONCE = 16;
const SLOW_MS = 300;
/** About a frame. */
const ANNOUNCE_MS = 16;
/** About 4,000 thumbnails. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Dozens of pictures. */
const MAX_FULL_BYTES = 192 * 1024 * 1024;

interface Options {
  maxBytes?: number;
  request?: (path: string, signal: AbortSignal) => Promise<LoadedPicture>;
  /** Thumbnails from before a reload. */
  stored?: StoredThumbnails;
}

/**
 * URLs of pictures of the API. A picture is fetched once, while a component needs it. When they take too much memory, those that
 * were needed longest ago are released. A temporary failure is retried when the picture is needed again or the connection is back.
 */
export class PictureCache {
  readonly #maxBytes: number;
  readonly #fetch: NonNullable<Options['request']>;
  readonly #takeTurn = limitConcurrency(MAX_AT_ONCE);
  /** Those needed longest ago come first. */
  readonly #entries = new Map<string, Entry>();
  /** Their listeners have not been called yet. */
  readonly #changed = new Set<Entry>();
  readonly #stored: StoredThumbnails | undefined;
  #bytes = 0;
  #isWatchingConnection = false;

  constructor({ maxBytes = MAX_BYTES, request = requestThumbnail, stored }: Options = {}) {
    this.#maxBytes = maxBytes;
    this.#fetch = request;
    this.#stored = stored;
  }

  read(path: string): PictureState {
    return this.#entries.get(path)?.state ?? WAITING;
  }

  subscribe(path: string, listener: () => void): () => void {
    const entry = this.#open(path);
    entry.listeners.add(listener);
    return () => {
      entry.listeners.delete(listener);
      this.#dropIfEmpty(path, entry);
    };
  }

  /**
   * Loads the picture. When a request can start, that of the shortest distance does. The returned function cancels the request
   * if no other component needs it.
   */
  want(path: string, measureDistance = () => 0): () => void {
    const entry = this.#open(path);
    entry.users += 1;
    void this.#load(entry, path, measureDistance);
    return () => {
      entry.users -= 1;
      if (entry.users > 0) return;
      this.#cancel(entry);
      // A link may have expired when the picture is needed again.
      if (entry.bytes === 0 && entry.state.url !== undefined) this.#release(entry);
      // Moves it to the end.
      if (this.#entries.delete(path)) this.#entries.set(path, entry);
      this.#dropIfEmpty(path, entry);
    };
  }

  /** Called when the browser cannot show the picture. The next visit requests it again. */
  discard(path: string): void {
    void this.#stored?.delete(path);
  }

  /** Called at sign-out, because the pictures belong to the user. */
  forget(): void {
    void this.#stored?.forget();
    for (const [path, entry] of this.#entries) {
      this.#cancel(entry);
      entry.isFinal = false;
      this.#release(entry);
      this.#dropIfEmpty(path, entry);
    }
  }

  #open(path: string): Entry {
    const known = this.#entries.get(path);
    if (known) return known;
    const entry = { state: WAITING, bytes: 0, isFinal: false, users: 0, listeners: new Set<() => void>() };
    this.#entries.set(path, entry);
    return entry;
  }

  async #load(entry: Entry, path: string, measureDistance = () => 0): Promise<void> {
    if (entry.request || entry.isFinal || entry.state.url !== undefined) return;
    const request = new AbortController();
    const { signal } = request;
    entry.request = request;
    this.#setState(entry, WAITING);
    const timer = setTimeout(() => {
      if (!signal.aborted) this.#setState(entry, SLOW);
    }, SLOW_MS);
    try {
      const stored = await this.#stored?.read(path);
      signal.throwIfAborted();
      const { url, bytes } =
        stored === undefined
          ? await this.#takeTurn(() => this.#fetch(path, signal), signal, measureDistance)
          : { url: stored, bytes: stored.length };
      if (signal.aborted) return URL.revokeObjectURL(url);
      if (stored === undefined) this.#stored?.save(path, url);
      this.#bytes += bytes;
      entry.bytes = bytes;
      this.#setState(entry, { ...entry.state, url });
      this.#makeRoom();
    } catch (error) {
      if (signal.aborted) return;
      entry.isFinal = !isTemporary(error);
      if (!entry.isFinal) this.#retryOnReconnect();
      this.#setState(entry, FAILED);
    } finally {
      clearTimeout(timer);
    }
    delete entry.request;
  }

  #makeRoom(): void {
    for (const [path, entry] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) return;
      if (entry.users > 0 || entry.bytes === 0) continue;
      this.#release(entry);
      this.#dropIfEmpty(path, entry);
    }
  }

  #release(entry: Entry): void {
    // Of a data URL or a link it does nothing.
    if (entry.state.url !== undefined) URL.revokeObjectURL(entry.state.url);
    this.#bytes -= entry.bytes;
    entry.bytes = 0;
    this.#setState(entry, WAITING);
  }

  #dropIfEmpty(path: string, { state, isFinal, users, listeners }: Entry): void {
    const isEmpty = state.url === undefined && !isFinal && users === 0 && listeners.size === 0;
    if (isEmpty) this.#entries.delete(path);
  }

  #cancel(entry: Entry): void {
    if (!entry.request) return;
    entry.request.abort();
    delete entry.request;
    this.#setState(entry, WAITING);
  }

  #setState(entry: Entry, state: PictureState): void {
    if (entry.state === state) return;
    entry.state = state;
    if (this.#changed.size === 0) setTimeout(() => this.#announce(), ANNOUNCE_MS);
    this.#changed.add(entry);
  }

  /** All at once, so that pictures that arrive together are rendered together. */
  #announce(): void {
    const changed = [...this.#changed];
    this.#changed.clear();
    for (const { listeners } of changed) for (const listener of listeners) listener();
  }

  #retryOnReconnect(): void {
    if (this.#isWatchingConnection) return;
    this.#isWatchingConnection = true;
    browserConnection.subscribe(() => {
      if (!browserConnection.isOnline()) return;
      for (const [path, entry] of this.#entries)
        if (entry.users > 0 && entry.state.hasFailed) void this.#load(entry, path);
    });
  }
}

export const pictures = new PictureCache({ stored: new StoredThumbnails(findUserId) });
/** Only in memory: the browser's own copies serve until the next ID token, and large files are slow to store twice. */
export const fullPictures = new PictureCache({ maxBytes: MAX_FULL_BYTES, request: requestPicture });

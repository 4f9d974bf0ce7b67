import { randomUUID } from 'node:crypto';
import type { ImageProvider } from '../settings.ts';
import { isFinal, type Batch } from './batch.ts';
import type { Clock } from './clock.ts';

const HOUR_MS = 60 * 60 * 1_000;

/** How long a batch may take. */
const WINDOWS_MS: Partial<Record<ImageProvider, number>> = { openai: 24 * HOUR_MS, google: 48 * HOUR_MS };

export interface StoredFile {
  id: string;
  provider: ImageProvider;
  key: string;
  name: string;
  bytes: Buffer;
  createdAt: number;
  expiresAt: number;
}

/** Files and batches of all providers, in memory. */
export class BatchStore {
  readonly #files = new Map<string, StoredFile>();
  readonly #batches = new Map<string, Batch>();
  readonly clock: Clock;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  addFile(file: Omit<StoredFile, 'createdAt' | 'expiresAt'>, keptMs: number): StoredFile {
    const createdAt = this.clock.now();
    const stored = { ...file, createdAt, expiresAt: createdAt + keptMs };
    this.#files.set(file.id, stored);
    return stored;
  }

  findFile(provider: ImageProvider, key: string, id: string): StoredFile | undefined {
    const file = this.#files.get(id);
    if (!file || file.provider !== provider || file.key !== key) return undefined;
    return file.expiresAt > this.clock.now() ? file : undefined;
  }

  addBatch(batch: Omit<Batch, 'createdAt' | 'endedAt' | 'state' | 'results'>): Batch {
    const added: Batch = {
      ...batch,
      createdAt: this.clock.now(),
      endedAt: undefined,
      state: 'validating',
      results: [],
    };
    this.#batches.set(batch.id, added);
    return added;
  }

  findBatch(provider: ImageProvider, key: string, id: string): Batch | undefined {
    const batch = this.#batches.get(id);
    return batch && batch.provider === provider && batch.key === key ? batch : undefined;
  }

  /** Newest first. */
  listBatches(provider: ImageProvider, key: string): Batch[] {
    return this.all()
      .filter((batch) => batch.provider === provider && batch.key === key)
      .toReversed();
  }

  /** Oldest first. */
  all(): Batch[] {
    return [...this.#batches.values()];
  }

  clear(): void {
    this.#files.clear();
    this.#batches.clear();
  }

  /** Whether a batch has taken longer than it may. */
  isOverdue(batch: Batch): boolean {
    const window = WINDOWS_MS[batch.provider] ?? Infinity;
    return !isFinal(batch) && this.clock.now() - batch.createdAt >= window;
  }
}

export const makeId = (): string => randomUUID().replaceAll('-', '');

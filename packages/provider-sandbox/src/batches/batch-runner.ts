import { answerLine } from '../images/answer-line.ts';
import type { ProviderApi } from '../images/provider-api.ts';
import type { CallControl } from '../control/perform-call.ts';
import type { PictureRenderer } from '../pictures/picture-renderer.ts';
import { isFinal, type Batch } from './batch.ts';
import type { BatchStore } from './batch-store.ts';

/** How many lines of a batch are worked on at a time. */
const PARALLEL_LINES = 8;

/** Works on batches: by itself, or one step at a time as tests say. Each line is made once, and charged at half price. */
export class BatchRunner {
  isManual = false;
  readonly #working = new Set<Promise<void>>();
  readonly #store: BatchStore;
  readonly #control: CallControl;
  readonly #renderer: PictureRenderer;
  readonly #apis: ReadonlyMap<string, ProviderApi>;

  constructor(
    store: BatchStore,
    control: CallControl,
    renderer: PictureRenderer,
    apis: ReadonlyMap<string, ProviderApi>,
  ) {
    this.#store = store;
    this.#control = control;
    this.#renderer = renderer;
    this.#apis = apis;
  }

  start(batch: Batch): void {
    if (this.isManual) return;
    const work = this.advance(batch, Infinity)
      .catch((error: unknown) => {
        if (!this.#control.stopped.aborted) throw error;
      })
      .finally(() => this.#working.delete(work));
    this.#working.add(work);
  }

  /** Validates the batch, makes so many of its lines, and ends it after the last one. */
  async advance(batch: Batch, lines: number): Promise<void> {
    if (batch.state === 'cancelling') return this.end(batch, 'cancelled');
    if (batch.state === 'validating') {
      if (batch.problems.length > 0) return this.end(batch, 'failed');
      batch.state = 'in_progress';
    }
    const made = new Set(batch.results.map(({ key }) => key));
    const open = batch.lines.filter(({ key }) => !made.has(key)).slice(0, lines);
    const queue = open.values();
    const work = async () => {
      for (const { key, incoming } of queue) {
        if (batch.state !== 'in_progress') return;
        const reply = await this.#answer(batch, incoming);
        batch.results.push({ key, reply });
      }
    };
    await Promise.all(Array.from({ length: PARALLEL_LINES }, work));
    this.#endIfDone(batch);
  }

  /** Requests may have changed the batch while its lines were made. */
  #endIfDone(batch: Batch): void {
    if (batch.state === 'cancelling') this.end(batch, 'cancelled');
    else if (batch.state === 'in_progress' && batch.results.length === batch.lines.length) {
      this.end(batch, 'completed');
    }
  }

  end(batch: Batch, state: 'completed' | 'failed' | 'expired' | 'cancelled'): void {
    if (isFinal(batch)) return;
    batch.state = state;
    batch.endedAt = this.#store.clock.now();
  }

  /** Lines that are being made will be made. */
  cancel(batch: Batch): void {
    if (isFinal(batch)) return;
    const isIdle = batch.state === 'validating';
    batch.state = 'cancelling';
    if (isIdle && !this.isManual) this.end(batch, 'cancelled');
  }

  /** After time has passed. */
  expireOverdue(): void {
    for (const batch of this.#store.all()) if (this.#store.isOverdue(batch)) this.end(batch, 'expired');
  }

  async stop(): Promise<void> {
    await Promise.allSettled(this.#working);
  }

  #answer(batch: Batch, incoming: Batch['lines'][number]['incoming']) {
    const api = this.#apis.get(batch.provider);
    if (!api) throw new Error(`No API of ${batch.provider}.`);
    return answerLine(this.#control, this.#renderer, api, incoming);
  }
}

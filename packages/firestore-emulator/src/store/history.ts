import type { Commit, Micros } from '../model.ts';
import { toLazyDocument } from './lazy-document.ts';

const HOUR: Micros = 3_600_000_000;
const COMMIT_OVERHEAD_BYTES = 200;

export interface HistoryLimits {
  readonly age: Micros;
  readonly bytes: number;
}

export const historyLimits: HistoryLimits = { age: HOUR, bytes: 32 * 1024 * 1024 };

/** Recent commits, oldest first, from which earlier states can be restored. */
export class History {
  #commits: Commit[] = [];
  #bytes = 0;
  #lastCommit: Micros = 0;
  /** The earliest time whose state can be restored. */
  #horizon: Micros;
  readonly #limits: HistoryLimits;
  /** How many times each read time is retained. */
  readonly #retained = new Map<Micros, number>();

  constructor(horizon: Micros, limits: HistoryLimits) {
    this.#horizon = horizon;
    this.#limits = limits;
  }

  get lastCommit(): Micros {
    return this.#lastCommit;
  }

  reaches(time: Micros): boolean {
    return time >= this.#horizon;
  }

  /** Commits after `time`, oldest first. */
  since(time: Micros): readonly Commit[] {
    let start = this.#commits.length;
    while (start > 0 && (this.#commits[start - 1]?.time ?? 0) > time) start--;
    return this.#commits.slice(start);
  }

  add(commit: Commit): void {
    this.#commits.push(commit);
    this.#bytes += weigh(commit);
    this.#lastCommit = commit.time;
    this.#trim(commit.time);
  }

  retain(time: Micros): () => void {
    this.#retained.set(time, (this.#retained.get(time) ?? 0) + 1);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      const count = (this.#retained.get(time) ?? 0) - 1;
      if (count > 0) this.#retained.set(time, count);
      else this.#retained.delete(time);
    };
  }

  #trim(now: Micros): void {
    const keptFrom = Math.min(...this.#retained.keys());
    let dropped = 0;
    for (const commit of this.#commits) {
      const due = this.#bytes > this.#limits.bytes || commit.time < now - this.#limits.age;
      if (!due || commit.time > keptFrom) break;
      this.#bytes -= weigh(commit);
      this.#horizon = commit.time;
      dropped++;
    }
    if (dropped > 0) this.#commits.splice(0, dropped);
  }
}

function weigh({ changes }: Commit): number {
  let bytes = COMMIT_OVERHEAD_BYTES;
  for (const { before } of changes) {
    bytes += COMMIT_OVERHEAD_BYTES + (before ? toLazyDocument(before).encoded().length : 0);
  }
  return bytes;
}

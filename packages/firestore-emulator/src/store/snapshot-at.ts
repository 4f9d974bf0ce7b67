import type { Micros, Snapshot, StoredDocument } from '../model.ts';
import { StatusError } from '../status.ts';
import { collectionPathOf, compareNames } from '../values/resource-name.ts';
import type { History } from './history.ts';
import type { LatestState } from './latest-state.ts';
import { mergeChanges } from './sorted-list.ts';

export const tooOld = (): StatusError =>
  new StatusError('FAILED_PRECONDITION', 'The requested snapshot version is too old.');

/** The latest state without the commits after the read time. */
export class SnapshotAt implements Snapshot {
  readonly readTime: Micros;
  readonly #latest: LatestState;
  readonly #history: History;
  /** The earlier versions of documents that later commits changed. */
  readonly #replaced = new Map<string, StoredDocument | undefined>();
  #seen: Micros;

  constructor(readTime: Micros, latest: LatestState, history: History) {
    this.readTime = readTime;
    this.#seen = readTime;
    this.#latest = latest;
    this.#history = history;
  }

  get(name: string): StoredDocument | undefined {
    this.#catchUp();
    return this.#replaced.has(name) ? this.#replaced.get(name) : this.#latest.get(name);
  }

  documents(collectionPath: string): readonly StoredDocument[] {
    this.#catchUp();
    const latest = this.#latest.documents(collectionPath);
    const replaced = [...this.#replaced].filter(([name]) => collectionPathOf(name) === collectionPath);
    return replaced.length === 0 ? latest : mergeChanges(latest, new Map(replaced));
  }

  collectionsBelow(parent: string): readonly string[] {
    this.#catchUp();
    const paths = this.#latest.collectionsBelow(parent);
    if (this.#replaced.size === 0) return paths;
    const touched = new Set<string>();
    for (const name of this.#replaced.keys()) {
      if (name.startsWith(`${parent}/`)) touched.add(collectionPathOf(name));
    }
    return [...new Set([...paths, ...touched])]
      .filter((path) => !touched.has(path) || this.documents(path).length > 0)
      .sort(compareNames);
  }

  #catchUp(): void {
    if (this.#history.lastCommit <= this.#seen) return;
    if (!this.#history.reaches(this.#seen)) throw tooOld();
    for (const { changes } of this.#history.since(this.#seen)) {
      for (const { name, before } of changes) {
        if (!this.#replaced.has(name)) this.#replaced.set(name, before);
      }
    }
    this.#seen = this.#history.lastCommit;
  }
}

import type { Change, StoredDocument } from '../model.ts';
import { collectionPathOf, compareNames } from '../values/resource-name.ts';
import { lowerBound, mergeChanges } from './sorted-list.ts';

/** Sorted on read, so that many writes need only one sort. */
interface Collection {
  size: number;
  sorted: readonly StoredDocument[];
  /** The changes since the last sort, by name. */
  readonly unsorted: Map<string, StoredDocument | undefined>;
}

/** The current documents, by name and by collection. */
export class LatestState {
  readonly #documents = new Map<string, StoredDocument>();
  readonly #collections = new Map<string, Collection>();
  /** The keys of #collections in name order. */
  readonly #paths: string[] = [];

  get(name: string): StoredDocument | undefined {
    return this.#documents.get(name);
  }

  names(): IterableIterator<string> {
    return this.#documents.keys();
  }

  /** The returned list never changes. */
  documents(path: string): readonly StoredDocument[] {
    const collection = this.#collections.get(path);
    if (!collection) return [];
    const { unsorted } = collection;
    if (unsorted.size > 0) {
      collection.sorted = mergeChanges(collection.sorted, unsorted);
      unsorted.clear();
    }
    return collection.sorted;
  }

  collectionsBelow(parent: string): string[] {
    const isBelow = (path: string | undefined) => path?.startsWith(`${parent}/`) ?? false;
    const start = lowerBound(this.#paths, `${parent}/`, compareNames);
    let end = start;
    while (isBelow(this.#paths[end])) end++;
    return this.#paths.slice(start, end);
  }

  apply({ name, after }: Change): void {
    if (after) this.put(after);
    else this.#remove(name);
  }

  put(document: StoredDocument): void {
    const { name } = document;
    const collection = this.#collectionAt(collectionPathOf(name));
    if (!this.#documents.has(name)) collection.size++;
    collection.unsorted.set(name, document);
    this.#documents.set(name, document);
  }

  #remove(name: string): void {
    if (!this.#documents.delete(name)) return;
    const path = collectionPathOf(name);
    const collection = this.#collectionAt(path);
    collection.size--;
    collection.unsorted.set(name, undefined);
    if (collection.size > 0) return;
    this.#collections.delete(path);
    this.#paths.splice(lowerBound(this.#paths, path, compareNames), 1);
  }

  #collectionAt(path: string): Collection {
    let collection = this.#collections.get(path);
    if (!collection) {
      collection = { size: 0, sorted: [], unsorted: new Map() };
      this.#collections.set(path, collection);
      this.#paths.splice(lowerBound(this.#paths, path, compareNames), 0, path);
    }
    return collection;
  }
}

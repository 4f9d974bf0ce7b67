import type { StoredDocument } from '../model.ts';
import { compareNames } from '../values/resource-name.ts';

/** The index of `key` in a list sorted by `compare`, or the index to insert it at. */
export function lowerBound<Item, Key>(
  list: readonly Item[],
  key: Key,
  compare: (item: Item, key: Key) => number,
  start = 0,
): number {
  const last = list.at(-1);
  // Most additions are at the end.
  if (last !== undefined && compare(last, key) < 0) return list.length;
  let low = start;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = list[middle];
    if (item !== undefined && compare(item, key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Returns a new sorted list of one collection's documents, with the `changes` inserted, replaced or (undefined) removed.
 */
export function mergeChanges(
  sorted: readonly StoredDocument[],
  changes: ReadonlyMap<string, StoredDocument | undefined>,
): StoredDocument[] {
  const [first = ''] = changes.keys();
  const samePrefix = first.lastIndexOf('/');
  const compareWithName = (document: StoredDocument, name: string) =>
    compareNames(document.name, name, samePrefix);
  const merged: StoredDocument[] = [];
  let position = 0;
  for (const [name, document] of [...changes].sort(([a], [b]) => compareNames(a, b, samePrefix))) {
    const next = lowerBound(sorted, name, compareWithName, position);
    for (const unchanged of sorted.slice(position, next)) merged.push(unchanged);
    if (document) merged.push(document);
    position = sorted[next]?.name === name ? next + 1 : next;
  }
  return merged.concat(sorted.slice(position));
}

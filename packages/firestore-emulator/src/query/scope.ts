/** Finds the documents in a query's collections, before filters apply. */
import { Reference } from '../firestore-values.ts';
import type { Snapshot, StoredDocument } from '../model.ts';
import { compareNames, idOf } from '../values/resource-name.ts';
import type { FieldFilter, QueryPlan } from './prepared-query.ts';
import { isName } from './query-path.ts';

type Scope = Pick<QueryPlan, 'parent' | 'collectionId' | 'allDescendants'>;

/** In name order. */
export function documentsInScope(snapshot: Snapshot, scope: Scope): readonly StoredDocument[] {
  const { parent, collectionId, allDescendants } = scope;
  if (collectionId !== undefined && !allDescendants) return snapshot.documents(`${parent}/${collectionId}`);
  const collections = snapshot
    .collectionsBelow(parent)
    .filter((path) => collectionId === undefined || idOf(path) === collectionId);
  const documents = collections.flatMap((path) => snapshot.documents(path));
  // Collections are in name order. The names of their documents interleave only if one collection is inside another.
  const areNested = collections.some((path, index) => path.startsWith(`${collections[index - 1]}/`));
  return areNested ? documents.sort((a, b) => compareNames(a.name, b.name)) : documents;
}

export interface NameRange {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** No result has a name outside this range. An undefined end is open. */
export function nameRangeOf({ filters, order, start, end }: QueryPlan): NameRange {
  const byName = order[0] !== undefined && isName(order[0].path) && !order[0].descending;
  const from = byName ? start?.values[0] : undefined;
  const to = byName ? end?.values[0] : undefined;
  const bounds = {
    from: from instanceof Reference ? from.name : undefined,
    to: to instanceof Reference ? to.name : undefined,
  };
  for (const filter of filters) narrow(bounds, filter);
  return bounds;
}

function narrow(
  bounds: { from: string | undefined; to: string | undefined },
  { path, operator, value }: FieldFilter,
): void {
  if (!isName(path) || !(value instanceof Reference)) return;
  const { name } = value;
  if (operator.startsWith('>') && (!bounds.from || compareNames(name, bounds.from) > 0)) bounds.from = name;
  if (operator.startsWith('<') && (!bounds.to || compareNames(name, bounds.to) < 0)) bounds.to = name;
}

export function documentsInRange(
  documents: readonly StoredDocument[],
  { from, to }: NameRange,
): readonly StoredDocument[] {
  if (from === undefined && to === undefined) return documents;
  const first = from === undefined ? 0 : countUntil(documents, (name) => compareNames(name, from) < 0);
  const last =
    to === undefined ? documents.length : countUntil(documents, (name) => compareNames(name, to) <= 0);
  return documents.slice(first, last);
}

/** Binary search: how many documents at the front pass the test. No document after them may pass. */
function countUntil(documents: readonly StoredDocument[], passes: (name: string) => boolean): number {
  let low = 0;
  let high = documents.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const document = documents[middle];
    if (document && passes(document.name)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The order of a query's results, and cursors. */
import { Reference, type Value } from '../firestore-values.ts';
import type { StoredDocument } from '../model.ts';
import { invalidArgument } from '../status.ts';
import { checkValue } from '../values/limits.ts';
import { compareValues } from '../values/order.ts';
import { checkDocumentName, compareNames, databaseOf } from '../values/resource-name.ts';
import { compareStrings } from '../values/strings.ts';
import { Direction, type CursorMessage, type StructuredQuery } from '../wire/messages.ts';
import { isInequality } from './filter.ts';
import type { FieldFilter, Order, Position } from './prepared-query.ts';
import {
  isName,
  NAME_PATH,
  parseFieldReference,
  printPath,
  samePath,
  valueAt,
  type Path,
} from './query-path.ts';

/** A document with the values that it is sorted by. */
export interface Ranked {
  readonly document: StoredDocument;
  readonly values: readonly Value[];
}

export const parseOrder = (orderBy: StructuredQuery['orderBy']): Order[] =>
  orderBy.map(({ field, direction }) => {
    const path = parseFieldReference(field);
    if (direction > Direction.DESCENDING) throw invalidArgument('Unrecognized ordering.');
    return { path, descending: direction === Direction.DESCENDING };
  });

const byPath = (left: Path, right: Path) =>
  Number(isName(left)) - Number(isName(right)) || compareStrings(printPath(left), printPath(right));

/** Each path once, in alphabetical order, with the document's name last. */
export function inequalityPaths(filters: readonly FieldFilter[]): Path[] {
  const paths: Path[] = [];
  for (const filter of filters) {
    if (isInequality(filter) && !paths.some((path) => samePath(path, filter.path))) paths.push(filter.path);
  }
  return paths.sort(byPath);
}

/**
 * Adds the orders that Firestore implies: inequality fields, summed fields (the index must contain them), then the name.
 * All have the direction of the last explicit order.
 */
export function completeOrder(
  explicit: readonly Order[],
  filters: readonly FieldFilter[],
  summed: readonly Path[],
): Order[] {
  const order = [...explicit];
  const descending = explicit.at(-1)?.descending ?? false;
  const add = (path: Path) => {
    if (!order.some((each) => samePath(each.path, path))) order.push({ path, descending });
  };
  inequalityPaths(filters).forEach(add);
  checkOrder(order);
  const unordered = summed.filter((path) => !order.some((each) => samePath(each.path, path))).sort(byPath);
  if (unordered.length > 0 && [...order, ...filters].some(({ path }) => isName(path))) {
    throw invalidArgument(
      `This query requires an index that has fields [${unordered.map(printPath).join(', ')}] after __name__ and ` +
        'Firestore does not currently support such an index. Please try the query again with additional ordering on ' +
        'those fields.',
    );
  }
  unordered.forEach(add);
  add(NAME_PATH);
  return order;
}

function checkOrder(order: readonly Order[]): void {
  for (const [index, { path }] of order.entries()) {
    if (isName(path) && index < order.length - 1) {
      throw invalidArgument('order by clause cannot contain more fields after the key');
    }
    if (order.findIndex((each) => samePath(each.path, path)) < index) {
      throw invalidArgument(`order by clause cannot contain duplicate fields ${path.join('.')}`);
    }
  }
}

export function parsePosition(
  cursor: CursorMessage | null | undefined,
  order: readonly Order[],
  database: string,
): Position | undefined {
  if (!cursor) return undefined;
  if (cursor.values.length > order.length) throw invalidArgument('Cursor has too many values.');
  for (const [index, value] of cursor.values.entries()) {
    const path = order[index]?.path ?? NAME_PATH;
    checkValue(printPath(path), value);
    if (isName(path)) checkNameOfPosition(value, database);
  }
  return { values: cursor.values, before: cursor.before };
}

function checkNameOfPosition(value: Value, database: string): void {
  if (!(value instanceof Reference))
    throw invalidArgument('Cursor __key__ value is not a document reference.');
  checkDocumentName(value.name);
  if (databaseOf(value.name) !== database) {
    throw invalidArgument('The cursor key is in a different database than the query');
  }
}

/** Returns undefined if the document lacks a field of the order, so that it is not a result. */
export function rank(document: StoredDocument, order: readonly Order[]): Ranked | undefined {
  const values: Value[] = [];
  for (const { path } of order) {
    if (isName(path)) continue;
    const value = valueAt(document, path);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return { document, values };
}

/** The name is the last order and is not part of `values`. */
export function compareRanked(left: Ranked, right: Ranked, order: readonly Order[]): number {
  for (let index = 0; index < left.values.length; index++) {
    const compared = compareValues(left.values[index] ?? null, right.values[index] ?? null);
    if (compared !== 0) return order[index]?.descending ? -compared : compared;
  }
  const compared = compareNames(left.document.name, right.document.name);
  return order.at(-1)?.descending ? -compared : compared;
}

/** Negative if the document sorts before the position, zero if it is at the position. */
function compareToPosition(ranked: Ranked, position: Position, order: readonly Order[]): number {
  for (const [index, value] of position.values.entries()) {
    const each = order[index];
    if (!each) break;
    const compared =
      isName(each.path) && value instanceof Reference
        ? compareNames(ranked.document.name, value.name)
        : compareValues(ranked.values[index] ?? null, value);
    if (compared !== 0) return each.descending ? -compared : compared;
  }
  return 0;
}

export function isBetween(
  ranked: Ranked,
  start: Position | undefined,
  end: Position | undefined,
  order: readonly Order[],
): boolean {
  if (start) {
    const compared = compareToPosition(ranked, start, order);
    if (start.before ? compared < 0 : compared <= 0) return false;
  }
  if (!end) return true;
  const compared = compareToPosition(ranked, end, order);
  return end.before ? compared < 0 : compared <= 0;
}

/** Checks the limits and combinations that Firestore refuses, and those that the portal does not use. */
import { invalidArgument, StatusError, unimplemented } from '../status.ts';
import { isArray } from '../firestore-values.ts';
import { inequalityPaths } from './order.ts';
import type { Order, QueryPlan } from './prepared-query.ts';
import { isName, printPath } from './query-path.ts';

/** Of all `in` filters together. */
const MAX_DISJUNCTIONS = 30;
const MAX_INEQUALITY_FIELDS = 10;

export function checkQuery(query: QueryPlan): void {
  checkFilters(query);
  checkCollection(query);
  const [first] = query.order;
  const isFiltered = query.filters.some(({ path }) => !isName(path));
  if (first?.descending && isName(first.path) && !isFiltered) {
    throw new StatusError('FAILED_PRECONDITION', 'Firestore does not support descending key scans');
  }
}

function checkFilters({ filters }: QueryPlan): void {
  const disjunctions = filters.reduce(
    (product, { operator, value }) =>
      operator === 'in' && isArray(value) ? product * value.length : product,
    1,
  );
  if (disjunctions > MAX_DISJUNCTIONS) {
    throw invalidArgument(
      `Too many disjunctions after normalization. Result had ${disjunctions} disjunctions which is more than ` +
        `the maximum of ${MAX_DISJUNCTIONS}`,
    );
  }
  if (filters.filter(({ operator }) => operator === 'array-contains').length > 1) {
    throw invalidArgument("A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction.");
  }
  const paths = inequalityPaths(filters);
  if (paths.length > MAX_INEQUALITY_FIELDS) {
    throw invalidArgument(
      `The query contains ${paths.length} distinct inequality fields: [${paths.map(printPath).join(', ')}]. A query may ` +
        `not have more than ${MAX_INEQUALITY_FIELDS} distinct inequality fields.`,
    );
  }
}

function checkCollection({ parent, collectionId, allDescendants, filters, order }: QueryPlan): void {
  if (collectionId === undefined) {
    const isByName = filters.every(({ path }) => isName(path)) && !order.some(isNotNameAscending);
    if (!allDescendants || !isByName) throw unimplemented('A query of all collections that is not by name');
  } else if (allDescendants && !parent.endsWith('/documents')) {
    throw unimplemented('A collection group below a document');
  }
}

const isNotNameAscending = ({ path, descending }: Order) => !isName(path) || descending;

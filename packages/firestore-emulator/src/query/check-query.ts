/** Checks the limits and combinations that Firestore refuses. */
import { invalidArgument, StatusError } from '../status.ts';
import { disjunctionsOf, expandList } from './disjunctions.ts';
import { leavesOf } from './filter.ts';
import { inequalityPaths } from './order.ts';
import type { Filter, Operator, Order, QueryPlan } from './prepared-query.ts';
import { isName, printPath } from './query-path.ts';

const MAX_DISJUNCTIONS = 30;
const MAX_INEQUALITY_FIELDS = 10;
const MAX_COMPONENTS = 100;
const EXCLUSIONS: ReadonlySet<Operator> = new Set(['!=', 'not-in', 'is-not-null', 'is-not-nan']);

export function checkQuery(query: QueryPlan): void {
  checkComponents(query);
  checkExclusions(query.filter);
  checkDisjunctions(query.filter);
  checkInequalities(query.filter);
  checkCollection(query);
  checkNameScan(query);
}

function checkComponents({ filter, explicitOrder, parent }: QueryPlan): void {
  const filters = [...leavesOf(filter)].reduce((count, leaf) => count + expandList(leaf).length, 0);
  const ancestor = parent.endsWith('/documents') ? 0 : 1;
  if (filters + explicitOrder.length + ancestor <= MAX_COMPONENTS) return;
  throw invalidArgument(
    `The query may not have more than ${MAX_COMPONENTS} filters + sort orders + ancestor total. Currently there are ` +
      `${filters} filters, ${explicitOrder.length} sort orders, and ${ancestor ? 'one' : 'no'} ancestor filter.`,
  );
}

function checkExclusions(filter: Filter | undefined): void {
  const operators = [...leavesOf(filter)].map(({ operator }) => operator);
  if (operators.filter((operator) => EXCLUSIONS.has(operator)).length > 1) {
    throw invalidArgument(
      "Only a single 'NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', or 'IS_NOT_NULL' filter allowed per query.",
    );
  }
  const hasList = operators.some((operator) => operator === 'in' || operator === 'array-contains-any');
  if (operators.includes('not-in') && (hasList || hasOr(filter))) {
    throw invalidArgument(
      "'NOT_IN' cannot be used in the same query with 'IN', 'ARRAY_CONTAINS_ANY' or 'OR'.",
    );
  }
}

const hasOr = (filter: Filter | undefined): boolean =>
  filter !== undefined && filter.kind !== 'field' && (filter.kind === 'or' || filter.filters.some(hasOr));

function checkDisjunctions(filter: Filter | undefined): void {
  const disjunctions = disjunctionsOf(filter);
  if (disjunctions.length > MAX_DISJUNCTIONS) {
    throw invalidArgument(
      `Too many disjunctions after normalization. Result had ${disjunctions.length} disjunctions which is more than ` +
        `the maximum of ${MAX_DISJUNCTIONS}`,
    );
  }
  for (const conjunction of disjunctions) {
    if (conjunction.filter(({ operator }) => operator === 'array-contains').length > 1) {
      throw invalidArgument("A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction.");
    }
  }
}

function checkInequalities(filter: Filter | undefined): void {
  const paths = inequalityPaths(filter);
  if (paths.length > MAX_INEQUALITY_FIELDS) {
    throw invalidArgument(
      `The query contains ${paths.length} distinct inequality fields: [${paths.map(printPath).join(', ')}]. A query may ` +
        `not have more than ${MAX_INEQUALITY_FIELDS} distinct inequality fields.`,
    );
  }
  const equalsName = [...leavesOf(filter)].some(
    ({ path, operator }) => isName(path) && (operator === '==' || operator === 'in'),
  );
  if (equalsName && paths.length > 0 && !paths.some(isName)) {
    throw invalidArgument(
      'Equality on key is not allowed if there are other inequality fields and key does not appear in inequalities.',
    );
  }
}

function checkCollection({
  parent,
  collectionId,
  allDescendants,
  filter,
  explicitOrder,
  order,
}: QueryPlan): void {
  const filtered = [...leavesOf(filter)].find(({ path }) => !isName(path));
  if (collectionId === undefined) {
    if (explicitOrder.some(isNotNameAscending)) {
      throw invalidArgument('kind is required for all orders except __key__ ascending');
    }
    if (filtered) throw invalidArgument(`kind is required for filter: ${printPath(filtered.path)}`);
  }
  if (allDescendants && !parent.endsWith('/documents') && (filtered || order.some(isNotNameAscending))) {
    throw invalidArgument('collection group queries are only allowed at the root parent');
  }
}

const isNotNameAscending = ({ path, descending }: Order) => !isName(path) || descending;

function checkNameScan({ filter, order }: QueryPlan): void {
  const [first] = order;
  const filtered = [...leavesOf(filter)].some(({ path }) => !isName(path));
  if (first?.descending && isName(first.path) && !filtered) {
    throw new StatusError('FAILED_PRECONDITION', 'Firestore does not support descending key scans');
  }
}

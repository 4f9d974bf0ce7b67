import { invalidArgument, unimplemented } from '../status.ts';
import { checkCollectionId, checkParent, databaseOf } from '../values/resource-name.ts';
import type { StructuredQuery } from '../wire/messages.ts';
import { checkQuery } from './check-query.ts';
import { parseFilter } from './filter.ts';
import { compileFilters } from './match-filter.ts';
import { completeOrder, parseOrder, parsePosition } from './order.ts';
import type { PreparedQuery, QueryPlan } from './prepared-query.ts';
import { parseFieldReference, type Path } from './query-path.ts';
import { runQuery } from './run-query.ts';
import { projectDocument } from './select-fields.ts';

/** Throws for a query that Firestore refuses. `summed` are the fields of sums. */
export function prepareQuery(
  parent: string,
  query: StructuredQuery,
  summed: readonly Path[] = [],
): PreparedQuery {
  const plan = planQuery(parent, query, summed);
  checkQuery(plan);
  const accepts = compileFilters(plan.filters);
  return {
    ...plan,
    run: (snapshot) => runQuery(plan, accepts, snapshot),
    project: (document) => (plan.selection ? projectDocument(document, plan.selection) : document),
  };
}

function planQuery(parent: string, query: StructuredQuery, summed: readonly Path[]): QueryPlan {
  checkParent(parent);
  const database = databaseOf(parent);
  if (query.findNearest) throw unimplemented('Vector search');
  if (query.offset !== 0) throw unimplemented('An offset');
  if (query.from.length > 1) {
    throw invalidArgument('StructuredQuery.from cannot have more than one collection selector.');
  }
  const [from] = query.from;
  if (from?.collectionId) checkCollectionId(from.collectionId);
  const limit = query.limit?.value;
  if (limit !== undefined && limit < 0) throw invalidArgument('limit is negative');
  const filters = query.where ? parseFilter(query.where, database) : [];
  const explicitOrder = parseOrder(query.orderBy);
  return {
    parent,
    collectionId: from?.collectionId || undefined,
    allDescendants: from?.allDescendants ?? false,
    filters,
    explicitOrder,
    order: completeOrder(explicitOrder, filters, summed),
    start: parsePosition(query.startAt, explicitOrder, database),
    end: parsePosition(query.endAt, explicitOrder, database),
    limit,
    selection: query.select?.fields.map(parseFieldReference),
  };
}

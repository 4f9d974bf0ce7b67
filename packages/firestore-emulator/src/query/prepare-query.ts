import type { StoredDocument } from '../model.ts';
import { invalidArgument, StatusError } from '../status.ts';
import { checkCollectionId, parseParent } from '../values/resource-name.ts';
import type { StructuredQuery } from '../wire/messages.ts';
import { checkQuery } from './check-query.ts';
import { parseFilter } from './filter.ts';
import { compileFilter } from './match-filter.ts';
import { compareRanked, completeOrder, parseOrder, parsePosition, rank } from './order.ts';
import type { PreparedQuery, QueryPlan } from './prepared-query.ts';
import { parseFieldReference, type Path } from './query-path.ts';
import { rankIfResult, runQuery } from './run-query.ts';
import { isInScope } from './scope.ts';
import { projectDocument } from './select-fields.ts';

/** Throws for a query that Firestore refuses. `aggregated` are the fields of sums and averages. */
export function prepareQuery(
  parent: string,
  query: StructuredQuery,
  aggregated: readonly Path[] = [],
): PreparedQuery {
  const plan = planQuery(parent, query, aggregated);
  checkQuery(plan);
  const accepts = compileFilter(plan.filter);
  const rankOf = (document: StoredDocument) => rank(document, plan.order) ?? { document, values: [] };
  return {
    ...plan,
    run: (snapshot) => runQuery(plan, accepts, snapshot),
    matches: (document) =>
      isInScope(document.name, plan) && rankIfResult(document, plan, accepts) !== undefined,
    compare: (left, right) => compareRanked(rankOf(left), rankOf(right), plan.order),
    project: (document) => (plan.selection ? projectDocument(document, plan.selection) : document),
  };
}

function planQuery(parent: string, query: StructuredQuery, aggregated: readonly Path[]): QueryPlan {
  const { database } = parseParent(parent);
  if (query.findNearest) throw new StatusError('UNIMPLEMENTED', 'Vector search is not supported.');
  if (query.from.length > 1) {
    throw invalidArgument('StructuredQuery.from cannot have more than one collection selector.');
  }
  const [from] = query.from;
  if (from?.collectionId) checkCollectionId(from.collectionId);
  if (query.offset < 0) throw invalidArgument('offset is negative');
  const limit = query.limit?.value;
  if (limit !== undefined && limit < 0) throw invalidArgument('limit is negative');
  const filter = query.where ? parseFilter(query.where, database) : undefined;
  const explicitOrder = parseOrder(query.orderBy);
  return {
    parent,
    collectionId: from?.collectionId || undefined,
    allDescendants: from?.allDescendants ?? false,
    filter,
    explicitOrder,
    order: completeOrder(explicitOrder, filter, aggregated),
    start: parsePosition(query.startAt, explicitOrder, database),
    end: parsePosition(query.endAt, explicitOrder, database),
    offset: query.offset,
    limit,
    selection: query.select?.fields.map(parseFieldReference),
  };
}

import { requireIndex } from '../indexes/require-index.ts';
import { prepareAggregation } from '../query/aggregate.ts';
import { partitionQuery } from '../query/partition-query.ts';
import { prepareQuery } from '../query/prepare-query.ts';
import { invalidArgument } from '../status.ts';
import { microsToTimestamp } from '../values/codec.ts';
import type { PartitionQueryRequest, RunAggregationQueryRequest, RunQueryRequest } from '../wire/messages.ts';
import { readQuery, snapshotFor } from './consistency.ts';
import { toDocumentMessage } from './document-message.ts';
import { streaming, unary } from './service-method.ts';

export const runQuery = streaming<RunQueryRequest>(
  'RunQueryRequest',
  'RunQueryResponse',
  async (backend, request) => {
    const { parent, structuredQuery } = request;
    if (!structuredQuery) throw invalidArgument('only structured queries are supported');
    const query = prepareQuery(parent, structuredQuery);
    if (backend.indexes) requireIndex(query, backend.indexes);
    const { snapshot, started, documents = query.run(snapshot) } = await readQuery(backend, request, query);
    return queryResponses();

    function* queryResponses() {
      const readTime = microsToTimestamp(snapshot.readTime);
      if (started) yield { transaction: started };
      for (const document of documents)
        yield { document: toDocumentMessage(query.project(document)), readTime };
      if (documents.length === 0) yield { readTime };
    }
  },
);

export const runAggregationQuery = streaming<RunAggregationQueryRequest>(
  'RunAggregationQueryRequest',
  'RunAggregationQueryResponse',
  async (backend, request) => {
    const { parent, structuredAggregationQuery } = request;
    if (!structuredAggregationQuery)
      throw invalidArgument('only structured aggregation queries are supported');
    const aggregation = prepareAggregation(parent, structuredAggregationQuery);
    const { query } = aggregation;
    if (backend.indexes) requireIndex(query, backend.indexes);
    const { snapshot, started } = await readQuery(backend, request, query);
    const aggregateFields = Object.fromEntries(aggregation.run(snapshot));
    const response = { result: { aggregateFields }, readTime: microsToTimestamp(snapshot.readTime) };
    return started ? [{ transaction: started }, response] : [response];
  },
);

export const partitionQueryMethod = unary<PartitionQueryRequest>(
  'PartitionQueryRequest',
  'PartitionQueryResponse',
  (backend, request) => {
    return partitionQuery(snapshotFor(backend, request), request);
  },
);

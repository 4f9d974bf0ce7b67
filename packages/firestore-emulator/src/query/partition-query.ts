import type Long from 'long';
import { Reference } from '../values/firestore-values.ts';
import type { Snapshot } from '../model.ts';
import { invalidArgument } from '../status.ts';
import type { CursorMessage, StructuredQuery } from '../wire/messages.ts';
import { decodePageToken, encodePageToken } from './page-token.ts';
import { prepareQuery } from './prepare-query.ts';
import type { PreparedQuery } from './prepared-query.ts';

export interface PartitionRequest {
  readonly parent: string;
  readonly structuredQuery?: StructuredQuery | null | undefined;
  /** The maximum number of split points. */
  readonly partitionCount: Long | number;
  readonly pageToken: string;
  readonly pageSize: number;
}

export interface PartitionPage {
  readonly partitions: CursorMessage[];
  readonly nextPageToken: string;
}

/** Returns cursors that split the results into parts of about the same size. */
export function partitionQuery(snapshot: Snapshot, request: PartitionRequest): PartitionPage {
  const { pageSize } = request;
  const partitionCount = Number(request.partitionCount);
  if (partitionCount <= 0) throw invalidArgument('The partition count must be positive.');
  if (pageSize < 0) throw invalidArgument('page_size must be greater than or equal to zero.');
  const query = prepareQuery(request.parent, request.structuredQuery ?? { from: [], orderBy: [], offset: 0 });
  checkPartitionable(query);
  const documents = query.run(snapshot);
  const parts = Math.min(partitionCount + 1, documents.length);
  const names: string[] = [];
  for (let part = 1; part < parts; part++) {
    const document = documents[Math.floor((part * documents.length) / parts)];
    if (document) names.push(document.name);
  }
  const skipped = Number(decodePageToken(request.pageToken) ?? 0);
  if (!Number.isInteger(skipped)) throw invalidArgument('The page token is invalid.');
  const end = skipped + (pageSize || names.length);
  return {
    partitions: names.slice(skipped, end).map((name) => ({ values: [new Reference(name)], before: true })),
    nextPageToken: end < names.length ? encodePageToken(String(end)) : '',
  };
}

function checkPartitionable(query: PreparedQuery): void {
  const { collectionId, allDescendants, explicitOrder, filter, limit, offset, start, end, selection } = query;
  if (collectionId === undefined || !allDescendants) {
    throw invalidArgument('A partition query must be over a collection group.');
  }
  if (filter || limit !== undefined || offset > 0 || start || end || selection) {
    throw invalidArgument('A partition query must not filter, select, limit, or start or end anywhere.');
  }
  if (explicitOrder.length !== 1 || query.order.length !== 1) {
    throw invalidArgument('A partition query must be ordered by __name__ ascending.');
  }
}

import type { Snapshot } from '../model.ts';
import { invalidArgument } from '../status.ts';
import { parseParent } from '../values/resource-name.ts';
import { compareStrings } from '../values/strings.ts';
import { decodePageToken, encodePageToken } from './page-token.ts';

export interface ListCollectionIdsRequest {
  readonly parent: string;
  readonly pageSize: number;
  readonly pageToken: string;
}

export interface CollectionIdsPage {
  readonly collectionIds: string[];
  readonly nextPageToken: string;
}

const DEFAULT_PAGE_SIZE = 300;

/** The collections directly below `parent`, including those that only contain nested collections. */
export function listCollectionIds(snapshot: Snapshot, request: ListCollectionIdsRequest): CollectionIdsPage {
  const { parent, pageSize, pageToken } = request;
  parseParent(parent);
  if (pageSize < 0) throw invalidArgument('page_size must be greater than or equal to zero.');
  const after = decodePageToken(pageToken);
  const ids = new Set(snapshot.collectionsBelow(parent).map((path) => segmentAfter(path, parent)));
  const listed = [...ids]
    .filter((id) => after === undefined || compareStrings(id, after) > 0)
    .sort(compareStrings);
  const collectionIds = listed.slice(0, pageSize || DEFAULT_PAGE_SIZE);
  const last = collectionIds.at(-1);
  const more = last !== undefined && collectionIds.length < listed.length;
  return { collectionIds, nextPageToken: more ? encodePageToken(last) : '' };
}

/** Returns x of `prefix/x/y`. */
export function segmentAfter(path: string, prefix: string): string {
  const start = prefix.length + 1;
  const end = path.indexOf('/', start);
  return end < 0 ? path.slice(start) : path.slice(start, end);
}

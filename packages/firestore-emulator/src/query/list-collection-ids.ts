import type { Snapshot } from '../model.ts';
import { checkParent } from '../values/resource-name.ts';
import { compareStrings } from '../values/strings.ts';

/** The collections directly below `parent`, including those that only contain nested collections. */
export function listCollectionIds(snapshot: Snapshot, parent: string): string[] {
  checkParent(parent);
  const ids = snapshot
    .collectionsBelow(parent)
    .map((path) => path.slice(parent.length + 1).split('/', 1)[0] ?? '');
  return [...new Set(ids)].sort(compareStrings);
}

import { MAX_SELECTED_BATCHES, MAX_SELECTED_PICTURES } from '@portal/contracts/library';

/** Pictures in order, in groups that fit into one request. */
export function groupPictures<Picture extends { batchId: string }>(
  pictures: readonly Picture[],
): Picture[][] {
  const groups: Picture[][] = [];
  let group: Picture[] = [];
  let batchIds = new Set<string>();
  for (const picture of pictures) {
    const needsBatch = !batchIds.has(picture.batchId);
    const isFull =
      group.length === MAX_SELECTED_PICTURES || (needsBatch && batchIds.size === MAX_SELECTED_BATCHES);
    if (group.length === 0 || isFull) {
      group = [];
      batchIds = new Set();
      groups.push(group);
    }
    group.push(picture);
    batchIds.add(picture.batchId);
  }
  return groups;
}

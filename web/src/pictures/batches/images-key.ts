/** Key of a batch's images in the cache of queries. `done`: how many were made; the list is read again when there are more. */
export const imagesKey = (batchId: string, done?: number) => [
  'images',
  batchId,
  ...(done === undefined ? [] : [done]),
];

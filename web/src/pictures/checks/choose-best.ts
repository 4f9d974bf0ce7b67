import type { CheckedPicture, Stack } from './find-stacks.ts';

export interface Chosen<Picture> {
  kept: Picture[];
  others: Picture[];
}

/** Keeps the best picture of each stack. Another one with a star is kept too: somebody has chosen it. */
export function chooseBest<Picture extends CheckedPicture>(
  stacks: readonly Stack<Picture>[],
): Chosen<Picture> {
  const all = stacks.flatMap(({ pictures }) =>
    pictures.map((picture, place) => ({ picture, isKept: place === 0 || picture.isStarred })),
  );
  return split(all);
}

/** Keeps one of a few pictures. */
export const chooseOne = <Picture>(pictures: readonly Picture[], kept: Picture): Chosen<Picture> =>
  split(pictures.map((picture) => ({ picture, isKept: picture === kept })));

function split<Picture>(all: readonly { picture: Picture; isKept: boolean }[]): Chosen<Picture> {
  const { kept = [], others = [] } = Object.groupBy(all, ({ isKept }) => (isKept ? 'kept' : 'others'));
  return { kept: kept.map(({ picture }) => picture), others: others.map(({ picture }) => picture) };
}

/** Stacks: pictures that look alike, the best one on top. */
import type { PictureChecks } from '@portal/contracts/checks';
import { findAlike as findAlikePairs, parseHash } from '@portal/contracts/likeness';
import { findProblems } from './list-checks.ts';

/** A picture as stacks see it. */
export interface CheckedPicture {
  key: string;
  isStarred: boolean;
  checks?: PictureChecks | undefined;
}

export interface Stack<Picture> {
  /** Two or more, the best one first. */
  pictures: readonly Picture[];
}

/**
 * Any two pictures of a stack are at least so alike (complete linkage). If one alike picture were enough, slow changes from
 * picture to picture would join pictures that have nothing in common. A picture goes to the first stack that it fits. Pictures
 * without a hash are in no stack.
 */
export function findStacks<Picture extends CheckedPicture>(
  pictures: readonly Picture[],
  likeness: number,
): Stack<Picture>[] {
  const { hashed, alike } = compareAll(pictures, likeness);
  const groups: number[][] = [];
  const groupOf = new Map<number, number>();
  for (const index of hashed.keys()) {
    const others = alike.get(index);
    // A stack that it fits contains one of those it is alike to.
    const candidates = new Set([...(others ?? [])].flatMap((other) => groupOf.get(other) ?? []));
    const place = [...candidates]
      .toSorted((one, other) => one - other)
      .find((at) => groups[at]?.every((member) => others?.has(member)));
    if (place === undefined) groups.push([index]);
    else groups[place]?.push(index);
    groupOf.set(index, place ?? groups.length - 1);
  }
  return groups
    .filter((group) => group.length > 1)
    .map((group) => ({ pictures: group.flatMap((at) => hashed[at] ?? []).toSorted(bestFirst()) }));
}

/** Pictures that are alike to at least one of the others. */
export function findAlike<Picture extends Pick<CheckedPicture, 'checks'>>(
  pictures: readonly Picture[],
  likeness: number,
): Picture[] {
  const { hashed, alike } = compareAll(pictures, likeness);
  return hashed.filter((_, index) => alike.has(index));
}

/** Those with a hash, and by their places the places of those that they are alike to. */
function compareAll<Picture extends Pick<CheckedPicture, 'checks'>>(
  pictures: readonly Picture[],
  likeness: number,
) {
  const known = pictures.flatMap((picture) => {
    const hash = parseHash(picture.checks?.measures?.hash ?? '');
    return hash ? [{ picture, hash }] : [];
  });
  const alike = new Map<number, Set<number>>();
  const add = (one: number, other: number) => {
    const others = alike.get(one);
    if (others) others.add(other);
    else alike.set(one, new Set([other]));
  };
  const pairs = findAlikePairs(
    known.map(({ hash }) => hash),
    likeness,
  );
  for (const [one, other] of pairs) {
    add(one, other);
    add(other, one);
  }
  return { hashed: known.map(({ picture }) => picture), alike };
}

/** A star is a person's choice, so it counts more than what was measured. Then unflawed ones, then sharp ones. */
function bestFirst<Picture extends CheckedPicture>(): (one: Picture, other: Picture) => number {
  const ranks = new Map<Picture, readonly [number, number, number]>();
  const rank = (picture: Picture) => {
    const known = ranks.get(picture);
    if (known) return known;
    const problems = findProblems(picture.checks);
    const badness = problems.some(({ isSevere }) => isSevere) ? 2 : Math.min(problems.length, 1);
    const ranked = [Number(!picture.isStarred), badness, -(readSharpness(picture) ?? -1)] as const;
    ranks.set(picture, ranked);
    return ranked;
  };
  return (one, other) => {
    const [stars, badness, sharpness] = rank(one);
    const [otherStars, otherBadness, otherSharpness] = rank(other);
    return stars - otherStars || badness - otherBadness || sharpness - otherSharpness;
  };
}

/** From 0 to 100. Undefined if it was not measured. */
const readSharpness = ({ checks }: Pick<CheckedPicture, 'checks'>): number | undefined =>
  checks?.measures?.sharpness;

/** Pictures that were not measured come last; equally sharp ones keep their order. */
export const sortBySharpness = <Picture extends Pick<CheckedPicture, 'checks'>>(
  pictures: readonly Picture[],
): Picture[] => pictures.toSorted((one, other) => (readSharpness(other) ?? -1) - (readSharpness(one) ?? -1));

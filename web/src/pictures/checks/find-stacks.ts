/** Stacks: pictures that look alike, the best one on top. */
import type { PictureChecks } from '@portal/contracts/checks';
import { compareHashes, parseHash } from '@portal/contracts/likeness';
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

type Hash = ReturnType<typeof parseHash>;

/**
 * Any two pictures of a stack are at least so alike (complete linkage). If one alike picture were enough, slow changes from
 * picture to picture would join pictures that have nothing in common. A picture goes to the first stack that it fits, so each
 * pair is compared once at most. Pictures without a hash are in no stack.
 */
export function findStacks<Picture extends CheckedPicture>(
  pictures: readonly Picture[],
  likeness: number,
): Stack<Picture>[] {
  const groups: { hashes: Hash[]; pictures: Picture[] }[] = [];
  // Most pictures differ from the first one of a group already.
  const firsts: Hash[] = [];
  for (const picture of pictures) {
    const code = picture.checks?.measures?.hash;
    if (code === undefined) continue;
    const hash = parseHash(code);
    const isAlike = (other: Hash) => compareHashes(other, hash) >= likeness;
    const place = firsts.findIndex(
      (first, at) => isAlike(first) && (groups[at]?.hashes.every(isAlike) ?? false),
    );
    const group = groups[place];
    if (group) {
      group.hashes.push(hash);
      group.pictures.push(picture);
    } else {
      firsts.push(hash);
      groups.push({ hashes: [hash], pictures: [picture] });
    }
  }
  return groups
    .filter((group) => group.pictures.length > 1)
    .map((group) => ({ pictures: group.pictures.toSorted(bestFirst()) }));
}

/** Pictures that are alike to at least one of the others. */
export function findAlike<Picture extends Pick<CheckedPicture, 'checks'>>(
  pictures: readonly Picture[],
  likeness: number,
): Picture[] {
  const hashed: { picture: Picture; hash: Hash; isAlike: boolean }[] = [];
  for (const picture of pictures) {
    const code = picture.checks?.measures?.hash;
    if (code === undefined) continue;
    const added = { picture, hash: parseHash(code), isAlike: false };
    for (const other of hashed)
      if (!(added.isAlike && other.isAlike) && compareHashes(other.hash, added.hash) >= likeness)
        added.isAlike = other.isAlike = true;
    hashed.push(added);
  }
  return hashed.filter(({ isAlike }) => isAlike).map(({ picture }) => picture);
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
export const readSharpness = ({ checks }: Pick<CheckedPicture, 'checks'>): number | undefined =>
  checks?.measures?.sharpness;

/** Pictures that were not measured come last; equally sharp ones keep their order. */
export const sortBySharpness = <Picture extends Pick<CheckedPicture, 'checks'>>(
  pictures: readonly Picture[],
): Picture[] => pictures.toSorted((one, other) => (readSharpness(other) ?? -1) - (readSharpness(one) ?? -1));

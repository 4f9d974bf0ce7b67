import { compareHashes, DEFAULT_LIKENESS, findAlike, parseHash, type Hash } from '@portal/contracts/likeness';
import { hashPicture } from '@portal/functions/src/pictures/checks/hash-picture.ts';
import { makeTinyPicture } from '@portal/functions/src/pictures/make-placeholder.ts';
import { Random } from '@portal/provider-sandbox/random';
import { printFigure } from '../print-figure.ts';
import { open, type BasePicture, type Pixels } from './base-picture.ts';
import { makeAlike } from './make-pairs.ts';
import { describeScore, score } from './score.ts';

const PICTURES = 2000;
const ROUNDS = 5;

interface Hashed {
  hash: Hash;
  base: Omit<BasePicture, 'pixels'>;
  isHeldOut: boolean;
}

interface Pair {
  one: Hash;
  other: Hash;
  isAlike: boolean;
  isHeldOut: boolean;
}

/**
 * Drawings of one theme that differ in more than color. Others have one composition: an agency would call two of these sunsets similar, so they
 * are no pairs.
 */
const VARIED: ReadonlySet<string> = new Set([
  'icon',
  'portrait',
  'a bouquet of red roses',
  'an isometric room',
  'a low-poly castle',
  'a geometric bauhaus poster',
  'a mosaic of blue tiles',
  'snowy mountains',
  'a forest valley in fog',
  'a neon city at night',
  'city skyline in the morning',
]);
/** Photographs of which two halves show the same. */
const REPEATED: ReadonlySet<string> = new Set(['plant', 'cats', 'sheep']);

/** Collects hashes while the pictures are at hand. */
export function makeLikenessBench() {
  const hashed: Hashed[] = [];
  const alike: Pair[] = [];

  return {
    async add(base: BasePicture, isHeldOut: boolean): Promise<void> {
      const { pixels, ...rest } = base;
      const random = new Random(`${base.source}/${hashed.length}`);
      const varied = await makeAlike(base, hashed.length, random);
      const [one, other] = await Promise.all(varied.map(hash));
      if (one && other) alike.push({ one, other, isAlike: true, isHeldOut });
      hashed.push({ hash: await hash(pixels), base: rest, isHeldOut });
    },
    print(): void {
      const pairs = [...alike, ...listThemePairs(hashed)];
      printScores(pairs);
      printUnrelated(hashed);
      printTime([...hashed.map((each) => each.hash), ...alike.flatMap(({ one, other }) => [one, other])]);
    },
  };
}

async function hash(pixels: Pixels): Promise<Hash> {
  const hash = parseHash(hashPicture(await makeTinyPicture(open(pixels))));
  if (!hash) throw new Error('A hash cannot be read.');
  return hash;
}

/** Whole photographs of a theme, the halves of each, and drawings that follow each other. */
function listThemePairs(hashed: readonly Hashed[]): Pair[] {
  return hashed.flatMap((one, index) =>
    hashed
      .slice(index + 1)
      .filter((other, ahead) => isThemePair(one.base, other.base, ahead === 0))
      .map((other) => ({ one: one.hash, other: other.hash, isAlike: false, isHeldOut: one.isHeldOut })),
  );
}

type Base = Hashed['base'];

function isThemePair(one: Base, other: Base, isNext: boolean): boolean {
  if (one.theme !== other.theme) return false;
  if (one.kind !== 'photograph') return isNext && VARIED.has(one.theme);
  if (one.region === 'whole') return other.region === 'whole';
  const isHalves = one.source === other.source && one.region === 'left' && other.region === 'right';
  return isHalves && !REPEATED.has(one.theme);
}

function printScores(pairs: readonly Pair[]): void {
  const heldOut = pairs.filter(({ isHeldOut }) => isHeldOut);
  const alike = heldOut.filter(({ isAlike }) => isAlike).length;
  printFigure(
    'Pairs held out: alike, of one theme',
    `${alike}, ${heldOut.length - alike} (of ${pairs.length})`,
  );
  const judged = heldOut.map(({ one, other, isAlike }) => ({
    is: isAlike,
    isFound: compareHashes(one, other) >= DEFAULT_LIKENESS,
  }));
  printFigure('Likeness', describeScore(score(judged)));
}

/** In 2,000 pictures are two million pairs, of which nearly none may be alike by mistake. */
function printUnrelated(hashed: readonly Hashed[]): void {
  let [pairs, wrong] = [0, 0];
  for (const [index, one] of hashed.entries())
    for (const other of hashed.slice(index + 1)) {
      if (one.base.theme === other.base.theme) continue;
      pairs += 1;
      if (compareHashes(one.hash, other.hash) >= DEFAULT_LIKENESS) wrong += 1;
    }
  printFigure('Pairs of different themes, called alike', `${wrong} of ${pairs}`);
}

function printTime(hashes: readonly Hash[]): void {
  const many = Array.from({ length: PICTURES }, (_, index) => hashes[index % hashes.length]).filter(
    (hash) => hash !== undefined,
  );
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = process.cpuUsage();
    findAlike(many, DEFAULT_LIKENESS);
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000);
  }
  printFigure('CPU for all pairs of 2,000 hashes', `${Math.min(...times).toFixed(0)} ms (goal 50 ms)`);
}

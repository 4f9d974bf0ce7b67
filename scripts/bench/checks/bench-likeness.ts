import { compareHashes, DEFAULT_LIKENESS, findAlike, parseHash, type Hash } from '@portal/contracts/likeness';
import { hashPicture } from '@portal/functions/src/pictures/checks/hash-picture.ts';
import { makeTinyPicture } from '@portal/functions/src/pictures/make-placeholder.ts';
import { Random } from '@portal/provider-sandbox/random';
import { printFigure } from '../print-figure.ts';
import { open, type BasePicture, type Pixels } from './base-picture.ts';
import { compareDctHashes, hashByDct } from './dct-hash.ts';
import { makeAlike } from './make-pairs.ts';
import { describeScore, score } from './score.ts';

const PICTURES = 2000;
const ROUNDS = 5;

interface Hashes {
  hash: Hash;
  dct: boolean[];
}

interface Hashed extends Hashes {
  base: Omit<BasePicture, 'pixels'>;
  isHeldOut: boolean;
}

interface Pair {
  one: Hashes;
  other: Hashes;
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
      hashed.push({ ...(await hash(pixels)), base: rest, isHeldOut });
    },
    print(): void {
      const pairs = [...alike, ...listThemePairs(hashed)];
      printScores(pairs);
      printUnrelated(hashed);
      printTime([...hashed, ...alike.flatMap(({ one, other }) => [one, other])].map((each) => each.hash));
    },
  };
}

async function hash(pixels: Pixels): Promise<Hashes> {
  const tiny = await makeTinyPicture(open(pixels));
  const hash = parseHash(hashPicture(tiny));
  if (!hash) throw new Error('A hash cannot be read.');
  return { hash, dct: hashByDct(tiny) };
}

/** Whole photographs of a theme, the halves of each, and drawings that follow each other. */
function listThemePairs(hashed: readonly Hashed[]): Pair[] {
  return hashed.flatMap((one, index) =>
    hashed
      .slice(index + 1)
      .filter((other, ahead) => isThemePair(one.base, other.base, ahead === 0))
      .map((other) => ({ one, other, isAlike: false, isHeldOut: one.isHeldOut })),
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
  const judge = (isFound: (pair: Pair) => boolean) =>
    describeScore(score(heldOut.map((pair) => ({ is: pair.isAlike, isFound: isFound(pair) }))));
  const isAlike = ({ one, other }: Pair) => compareHashes(one.hash, other.hash) >= DEFAULT_LIKENESS;
  printFigure('Likeness', judge(isAlike));
  const threshold = tuneDct(pairs.filter(({ isHeldOut }) => !isHeldOut));
  const isDctAlike = ({ one, other }: Pair) => compareDctHashes(one.dct, other.dct) >= threshold;
  printFigure('Likeness by a 64-bit DCT hash', judge(isDctAlike));
}

/** The threshold with the fewest mistakes. */
function tuneDct(pairs: readonly Pair[]): number {
  const thresholds = Array.from({ length: 65 }, (_, bits) => bits / 64);
  const countMistakes = (threshold: number) =>
    pairs.filter(({ one, other, isAlike }) => compareDctHashes(one.dct, other.dct) >= threshold !== isAlike)
      .length;
  return thresholds.reduce((best, each) => (countMistakes(each) < countMistakes(best) ? each : best), 0.5);
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

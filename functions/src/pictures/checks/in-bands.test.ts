import { afterEach, expect, it } from 'vitest';
import { measureBanding } from './banding.ts';
import { measureBlocks } from './blocks.ts';
import { findFrame } from './frame.ts';
import { inBands } from './in-bands.ts';
import { measureNoise } from './noise.ts';
import { measureSharpness } from './sharpness.ts';
import { summarizePicture } from './summarize-picture.ts';

const SIZE = { width: 2000, height: 1500 };
/** A quarter of a million pixels at a time is a few milliseconds. */
const MIN_TURNS = (SIZE.width * SIZE.height) / 2 ** 18;
const picture = {
  ...SIZE,
  data: new Uint8Array(3 * SIZE.width * SIZE.height).fill(90),
  start: 0,
  stride: SIZE.width,
};
const summary = await summarizePicture(picture);

let isCounting = false;
afterEach(() => void (isCounting = false));

/** Turns of the event loop while it works. */
async function countTurns(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  isCounting = true;
  const count = () => {
    turns += 1;
    if (isCounting) setImmediate(count);
  };
  setImmediate(count);
  await work();
  return turns;
}

it.each<[string, number, () => Promise<unknown>]>([
  ['colors', 1, () => summarizePicture(picture)],
  ['noise', 1, () => measureNoise(summary)],
  ['sharpness', 2, () => measureSharpness(summary, 0)],
  ['blocks', 2, () => measureBlocks(summary)],
  ['banding', 2, () => measureBanding(summary)],
  // A quarter of the picture from each side.
  ['frame', 0.6, () => findFrame(picture)],
])('lets the event loop turn while it reads %s', async (_, passes, work) => {
  expect(await countTurns(work)).toBeGreaterThanOrEqual(Math.floor(passes * MIN_TURNS));
});

it('visits each line once, and stops if told so', async () => {
  const lines: number[] = [];
  const visit = (end: number) => (from: number, to: number) => {
    for (let line = from; line < to; line += 1) lines.push(line);
    return lines.length < end;
  };
  await inBands(40, 2 ** 17, visit(Infinity));
  expect(lines).toEqual(Array.from({ length: 40 }, (_, line) => line));
  lines.length = 0;
  await inBands(40, 2 ** 17, visit(3));
  expect(lines).toEqual([0, 1, 2, 3]);
});

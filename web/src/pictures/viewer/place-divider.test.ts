import { expect, test } from 'vitest';
import { moveByKey, placeDivider, readShare } from './place-divider.ts';

const STAGE = { left: 100, width: 800 };
/** Narrower than the stage. */
const SMALL = { left: 300, width: 400 };
/** Zoomed: a quarter of it is off the stage at each side. */
const LARGE = { left: -300, width: 1600 };

test.each([
  ['the middle of a fully visible picture', 0.5, SMALL, { x: 400, part: 0.5 }],
  ['the left edge of the picture', 0, SMALL, { x: 200, part: 0 }],
  ['the right edge of the picture', 1, SMALL, { x: 600, part: 1 }],
  ['the middle of the stage when zoomed', 0.5, LARGE, { x: 400, part: 0.5 }],
  ['the left edge of the stage when zoomed', 0, LARGE, { x: 0, part: 0.25 }],
  ['the right edge of the stage when zoomed', 1, LARGE, { x: 800, part: 0.75 }],
])('places the divider at %s', (_name, share, picture, place) => {
  expect(placeDivider(share, STAGE, picture)).toEqual(place);
});

test.each([
  ['on the picture', 400, SMALL, 0.25],
  ['left of it', 150, SMALL, 0],
  ['right of it', 890, SMALL, 1],
  ['on a zoomed picture', 300, LARGE, 0.25],
])('moves the divider to a pointer %s', (_name, pointer, picture, share) => {
  expect(readShare(pointer, STAGE, picture)).toBe(share);
});

test('handles a picture without a size', () => {
  expect(placeDivider(0.5, STAGE, { left: 0, width: 0 })).toMatchObject({ part: 0 });
  expect(readShare(400, STAGE, { left: 0, width: 0 })).toBe(0);
});

test.each([
  ['ArrowLeft', false, 0.48],
  ['ArrowRight', false, 0.52],
  ['ArrowRight', true, 0.6],
  ['PageDown', false, 0.4],
  ['Home', false, 0],
  ['End', false, 1],
  ['Enter', false, undefined],
])('%s (Shift: %s) moves the divider to %s', (key, shiftKey, share) => {
  expect(moveByKey(0.5, { key, shiftKey })).toBe(share);
});

test('stops at the edges', () => {
  expect(moveByKey(0.01, { key: 'ArrowLeft', shiftKey: false })).toBe(0);
  expect(moveByKey(0.95, { key: 'PageUp', shiftKey: false })).toBe(1);
});

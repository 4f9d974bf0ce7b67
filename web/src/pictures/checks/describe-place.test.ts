import { expect, it } from 'vitest';
import { describePlace } from './describe-place.ts';

it.each([
  [{ left: 0, top: 0, width: 20, height: 20 }, 'top left'],
  [{ left: 40, top: 80, width: 20, height: 20 }, 'bottom'],
  [{ left: 75, top: 40, width: 25, height: 20 }, 'right'],
  [{ left: 30, top: 30, width: 40, height: 40 }, 'center'],
  [{ left: 0, top: 0, width: 90, height: 90 }, undefined],
])('names the place of %o', (box, place) => {
  expect(describePlace(box)).toBe(place);
});

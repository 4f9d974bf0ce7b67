import { expect, it } from 'vitest';
import { clampRatio, justify } from './justify.ts';

const make = (...ratios: number[]) => ratios.map((ratio) => ({ ratio }));
const options = { width: 1000, height: 200, gap: 10 };

it('fills each row but the last, and keeps the ratios', () => {
  const rows = justify(make(1.5, 1, 1, 1.5, 0.7, 1, 1, 1), options);
  expect(rows.flatMap(({ pictures }) => pictures)).toHaveLength(8);
  for (const { pictures, height } of rows.slice(0, -1)) {
    const widths = pictures.map(({ ratio }) => ratio * height);
    const sum = widths.reduce((total, each) => total + each, 0) + 10 * (pictures.length - 1);
    expect(sum).toBeCloseTo(1000);
    expect(height).toBeLessThanOrEqual(200);
  }
  expect(rows.at(-1)?.height).toBe(200);
});

it('shrinks a single picture that is wider than the page', () => {
  expect(justify(make(3), { ...options, width: 300 })).toEqual([{ pictures: make(3), height: 100 }]);
  expect(justify([], options)).toEqual([]);
});

it('limits how flat or narrow a picture is', () => {
  expect([clampRatio(9), clampRatio(0.1), clampRatio(1.3)]).toEqual([3, 0.4, 1.3]);
});

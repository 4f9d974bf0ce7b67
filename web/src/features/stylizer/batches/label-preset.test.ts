import { expect, test } from 'vitest';
import { labelPreset } from './label-preset.ts';

test.each([
  ['renaissance', 'Renaissance'],
  ['studioghibli', 'Studio Ghibli'],
  ['anime', 'Anime'],
  ['coloringbook', 'Coloringbook'],
  ['pixel', 'Pixel'],
])('[T2.4.17] the badge of %s says %s', (id, label) => {
  expect(labelPreset(id)).toBe(label);
});

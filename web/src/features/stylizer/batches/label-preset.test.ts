import { expect, test } from 'vitest';
import { labelPreset } from './label-preset.ts';

test.each([
  ['renaissance', 'Renaissance'],
  ['studioghibli', 'Studio Ghibli'],
  ['anime', 'Anime'],
  ['coloringbook', 'Coloringbook'],
  ['pixel', 'Pixel'],
])('labels the preset %s as %s [T2.4.17]', (id, label) => {
  expect(labelPreset(id)).toBe(label);
});

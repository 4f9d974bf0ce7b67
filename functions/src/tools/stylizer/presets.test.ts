import { expect, it } from 'vitest';
import { findPreset, PRESETS } from './presets.ts';

it('offers nine complete presets in the order of the spec [T3.7.1, T3.7.2, T9.0.25]', () => {
  expect(PRESETS.map(({ id }) => id)).toEqual([
    'anime',
    'renaissance',
    'studioghibli',
    'chibi',
    'goth',
    'pixel',
    'synthwave',
    'coloringbook',
    'favicon',
  ]);
  for (const { id, sampleImages } of PRESETS) {
    expect(sampleImages).toEqual([1, 2, 3, 4].map((number) => `/presets/${id}-${number}.webp`));
  }
});

it('names each preset as on its badge', () => {
  expect(findPreset('studioghibli')?.name).toBe('Studio Ghibli');
  for (const { id, name } of PRESETS.filter(({ id }) => id !== 'studioghibli')) {
    expect(name).toBe(`${id.charAt(0).toUpperCase()}${id.slice(1)}`);
  }
});

it('forbids text in every style, and keeps the composition in all but the favicon', () => {
  for (const { id, prompt } of PRESETS) {
    expect(prompt).toMatch(/no (new subjects, and no )?writing/);
    expect(prompt.includes('Keep the composition')).toBe(id !== 'favicon');
  }
});

it('warns about stock agencies only for the style of a studio', () => {
  expect(PRESETS.filter(({ note }) => note !== undefined).map(({ id }) => id)).toEqual(['studioghibli']);
  expect(findPreset('studioghibli')?.note).toContain('Stock agencies');
});

it('finds no unknown preset', () => {
  expect(findPreset('watercolour')).toBeUndefined();
});

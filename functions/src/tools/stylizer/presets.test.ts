import { expect, it } from 'vitest';
import { findPreset, PRESETS } from './presets.ts';

it('[T3.7.1, T3.7.2, T9.0.25] offers nine presets in the order of the specification, each with a name, a prompt and four samples', () => {
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

it('names each as its badge does', () => {
  expect(findPreset('studioghibli')?.name).toBe('Studio Ghibli');
  for (const { id, name } of PRESETS.filter(({ id }) => id !== 'studioghibli')) {
    expect(name).toBe(`${id.charAt(0).toUpperCase()}${id.slice(1)}`);
  }
});

it('asks every style to add no writing, and all but the favicon to keep the composition', () => {
  for (const { id, prompt } of PRESETS) {
    expect(prompt).toMatch(/no (new subjects, and no )?writing/);
    expect(prompt.includes('Keep the composition')).toBe(id !== 'favicon');
  }
});

it('notes the rules of stock agencies where a style is that of a studio, and nowhere else', () => {
  expect(PRESETS.filter(({ note }) => note !== undefined).map(({ id }) => id)).toEqual(['studioghibli']);
  expect(findPreset('studioghibli')?.note).toContain('Stock agencies');
});

it('knows no other preset', () => {
  expect(findPreset('watercolour')).toBeUndefined();
});

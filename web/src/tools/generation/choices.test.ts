import { expect, test } from 'vitest';
import { FormValuesSchema, isField, labelField } from './form-values.ts';
import { humanize } from './labels.ts';
import { CHOICES, PROVIDERS, STYLE_PRESETS, type ChoiceName } from './choices.ts';

const offered = (name: ChoiceName) => CHOICES[name].map(({ value }) => value);

test.each([
  ['[T5.2.3]', 'gptQuality', ['low', 'medium', 'high']],
  ['[T5.2.4]', 'gptBackground', ['transparent', 'opaque']],
  ['[T5.2.5]', 'gptAspectRatio', ['1:1', '2:3', '3:2']],
  ['[T5.2.6]', 'gptOutputFormat', ['png', 'jpeg']],
  ['[T5.2.7, D-providers.14]', 'grokAspectRatio', ['1:1']],
  ['[T5.2.8]', 'grokOutputFormat', ['jpeg']],
  ['[T5.2.9]', 'imagenPersonGeneration', ['dont_allow', 'allow_adult', 'allow_all']],
  ['[T5.2.9]', 'imagen4PersonGeneration', ['dont_allow', 'allow_adult', 'allow_all']],
  ['[T5.2.10]', 'imagenAspectRatio', ['1:1', '3:4', '4:3', '9:16', '16:9']],
  ['[T5.2.10]', 'imagen4AspectRatio', ['1:1', '3:4', '4:3', '9:16', '16:9']],
  ['[T5.2.11]', 'imagenOutputFormat', ['png']],
  ['[T5.2.11]', 'imagen4OutputFormat', ['png']],
  ['[T5.2.12]', 'imagen4Version', ['standard', 'ultra']],
  ['[T5.2.13, T4.3.5]', 'stabilityVersion', ['medium', 'large']],
  ['[T5.2.14]', 'stabilityAspectRatio', ['1:1', '9:16', '16:9']],
  ['[T5.2.15]', 'stabilityOutputFormat', ['png', 'jpeg']],
  ['[T5.2.1, T4.3.4]', 'model', ['imagen3', 'imagen4']],
] as const)('%s %s offers %j', (_reference, name, values) => {
  expect(offered(name)).toEqual(values);
});

test('offers the providers by name [T5.2.2, T2.1.26]', () => {
  expect(PROVIDERS.map(({ value, label }) => [value, label])).toEqual([
    ['openai', 'ChatGPT'],
    ['google', 'Gemini'],
    ['stability', 'Stable Diffusion'],
    ['xai', 'Grok'],
  ]);
});

test('offers the style presets of Stable Diffusion [T5.2.17]', () => {
  expect(STYLE_PRESETS.join(', ')).toBe(
    'photographic, analog-film, digital-art, enhance, fantasy-art, comic-book, anime, cinematic, isometric, ' +
      'line-art, low-poly, modeling-compound, neon-punk, origami, pixel-art, 3d-model, tile-texture',
  );
});

test('each field has a label', () => {
  const names = Object.keys(FormValuesSchema.shape).filter(isField);
  expect(names.filter((name) => labelField(name) === name)).toEqual([]);
  expect((['gptQuality', 'imagen4AspectRatio', 'stabilityCfgScale'] as const).map(labelField)).toEqual([
    'Quality',
    'Aspect ratio',
    'CFG scale',
  ]);
});

test('a draft keeps everything that can be chosen', () => {
  for (const [name, options] of Object.entries(CHOICES))
    for (const { value } of options)
      expect(FormValuesSchema.parse({ [name]: value })).toMatchObject({ [name]: value });
  for (const { value } of PROVIDERS) expect(FormValuesSchema.parse({ provider: value }).provider).toBe(value);
  expect(STYLE_PRESETS.map(humanize)).toContain('3D model');
});

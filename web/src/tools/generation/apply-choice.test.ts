import { expect, test } from 'vitest';
import { applyChoice, findObstacle, switchProvider } from './apply-choice.ts';
import { isHalfPriced } from './estimate.ts';
import { DEFAULT_VALUES, EMPTY_VALUES, type FormValues } from './form-values.ts';

const chosen: FormValues = {
  ...DEFAULT_VALUES,
  prompt: 'A red fox',
  quantity: 12,
  gptQuality: 'low',
  gptBackground: 'opaque',
  gptOutputFormat: 'jpeg',
};

test('starts with the defaults [T3.1.8, T3.1.9]', () => {
  expect(DEFAULT_VALUES).toEqual({
    prompt: '',
    quantity: 1,
    model: 'gpt-image-1',
    provider: 'openai',
    gptQuality: '',
    gptBackground: '',
    gptAspectRatio: '1:1',
    gptOutputFormat: '',
    gptSize: '',
    grokAspectRatio: '',
    grokOutputFormat: '',
    grokSize: '',
    imagenPersonGeneration: '',
    imagenAspectRatio: '',
    imagenOutputFormat: '',
    imagenSize: '',
    imagen4Version: '',
    imagen4PersonGeneration: '',
    imagen4AspectRatio: '',
    imagen4OutputFormat: '',
    imagen4Size: '',
    stabilityNegativePrompt: '',
    stabilityStylePreset: '',
    stabilityVersion: '',
    isHalfPrice: false,
    stabilityAspectRatio: '',
    stabilityOutputFormat: '',
    stabilityCfgScale: 5,
    seed: '',
  });
});

test.each([
  [
    'switching to Grok sets its model, jpeg and 1:1 [T4.3.1]',
    'xai',
    { model: 'grok-2-image', grokOutputFormat: 'jpeg', grokAspectRatio: '1:1' },
  ],
  ['switching to ChatGPT sets its model [T4.3.2]', 'openai', { model: 'gpt-image-1', gptAspectRatio: '1:1' }],
  [
    'switching to Gemini clears the model and sets png [T4.3.3, T4.3.7]',
    'google',
    { model: '', imagenOutputFormat: 'png', imagen4OutputFormat: 'png' },
  ],
  [
    'switching to Stable Diffusion sets CFG 7 and no version [T4.3.5, T3.1.10, T9.0.6]',
    'stability',
    { model: '', stabilityVersion: '', stabilityCfgScale: 7 },
  ],
] as const)('%s and clears the other providers’ fields [T4.3.6]', (_title, provider, set) => {
  expect(switchProvider(chosen, provider)).toEqual({
    ...EMPTY_VALUES,
    prompt: 'A red fox',
    quantity: 12,
    provider,
    ...set,
  });
});

test('transparent background forces png and blocks jpeg [T4.3.8]', () => {
  expect(findObstacle(chosen, 'gptOutputFormat', 'jpeg')).toBeUndefined();
  const changes = applyChoice(chosen, 'gptBackground', 'transparent');
  expect(changes).toEqual({ gptBackground: 'transparent', gptOutputFormat: 'png' });
  const transparent = { ...chosen, ...changes };
  expect(findObstacle(transparent, 'gptOutputFormat', 'jpeg')).toBe(
    'Transparent backgrounds are only supported with PNG format',
  );
  expect(findObstacle(transparent, 'gptOutputFormat', 'png')).toBeUndefined();
  expect(applyChoice(transparent, 'gptBackground', 'opaque')).toEqual({ gptBackground: 'opaque' });
});

test('choosing a Stable Diffusion version sets the model [T4.3.5]', () => {
  const values = switchProvider(chosen, 'stability');
  expect(applyChoice(values, 'stabilityVersion', 'medium')).toEqual({
    stabilityVersion: 'medium',
    model: 'sd3.5-medium',
  });
  expect(applyChoice(values, 'stabilityVersion', 'large')).toMatchObject({ model: 'sd3.5-large' });
});

test('switching between Imagen models keeps shared settings [T4.3.4]', () => {
  const three = {
    ...switchProvider(chosen, 'google'),
    model: 'imagen3' as const,
    imagenAspectRatio: '16:9' as const,
  };
  expect(applyChoice(three, 'model', 'imagen4')).toEqual({
    model: 'imagen4',
    imagen4AspectRatio: '16:9',
    imagen4PersonGeneration: '',
    imagen4Size: '',
  });
  const four = { ...three, ...applyChoice(three, 'model', 'imagen4'), imagen4AspectRatio: '3:4' as const };
  expect(applyChoice(four, 'model', 'imagen3')).toMatchObject({
    model: 'imagen3',
    imagenAspectRatio: '16:9',
  });
});

test('Ultra has no size 2K, which it is already', () => {
  const sized = createGoogle('imagen4', { imagen4Size: '2K' });
  expect(applyChoice(sized, 'imagen4Version', 'ultra')).toEqual({ imagen4Version: 'ultra', imagen4Size: '' });
  expect(applyChoice({ ...sized, imagen4Size: '4K' }, 'imagen4Version', 'ultra')).toMatchObject({
    imagen4Size: '4K',
  });
  const three = createGoogle('imagen3', { imagenSize: '2K' });
  expect(applyChoice(three, 'model', 'imagen4')).toMatchObject({ imagen4Size: '2K' });
  expect(applyChoice({ ...three, imagen4Version: 'ultra' }, 'model', 'imagen4')).toMatchObject({
    imagen4Size: '',
  });
});

test.each([
  [{}, { size: '', ratio: '', persons: '' }],
  [{ imagenSize: '2K', imagenAspectRatio: '1:1', imagenPersonGeneration: 'allow_all' }, 'own'],
  [{ imagen4Size: '2K', imagen4AspectRatio: '1:1', imagen4PersonGeneration: 'allow_all' }, 'own'],
] satisfies [Partial<FormValues>, unknown][])(
  'each Imagen model takes over the settings of the other: %o',
  (set, taken) => {
    const chosenSettings = taken === 'own' ? { size: '2K', ratio: '1:1', persons: 'allow_all' } : taken;
    const read = (changes: Partial<FormValues>, name: 'imagen' | 'imagen4') => ({
      size: changes[`${name}Size`],
      ratio: changes[`${name}AspectRatio`],
      persons: changes[`${name}PersonGeneration`],
    });
    const values = createGoogle('imagen3', { imagenAspectRatio: '', imagen4AspectRatio: '', ...set });
    expect(read(applyChoice(values, 'model', 'imagen3'), 'imagen')).toEqual(chosenSettings);
    expect(read(applyChoice(values, 'model', 'imagen4'), 'imagen4')).toEqual(chosenSettings);
  },
);

const createGoogle = (model: 'imagen3' | 'imagen4', overrides: Partial<FormValues>): FormValues => ({
  ...switchProvider(chosen, 'google'),
  model,
  ...overrides,
});

test('a provider that was used before gets its last settings back', () => {
  const remembered = { gptQuality: 'high', gptOutputFormat: 'png' } as const;
  expect(switchProvider(switchProvider(chosen, 'xai'), 'openai', remembered)).toEqual({
    ...DEFAULT_VALUES,
    prompt: 'A red fox',
    quantity: 12,
    ...remembered,
  });
});

test('keeps the choice of half price for a provider that offers it', () => {
  const values = switchProvider({ ...chosen, isHalfPrice: true }, 'xai');
  expect(isHalfPriced(values)).toBe(false);
  expect(isHalfPriced(switchProvider(values, 'google'))).toBe(true);
});

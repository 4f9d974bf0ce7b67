import { expect, test } from 'vitest';
import { choose, findObstacle, switchProvider } from './apply-choice.ts';
import { DEFAULT_VALUES, EMPTY_VALUES, type FormValues } from './form-values.ts';

const chosen: FormValues = {
  ...DEFAULT_VALUES,
  prompt: 'A red fox',
  quantity: 12,
  gptQuality: 'low',
  gptBackground: 'opaque',
  gptOutputFormat: 'jpeg',
};

test('[T3.1.8, T3.1.9] the form begins with its defaults', () => {
  expect(DEFAULT_VALUES).toEqual({
    prompt: '',
    quantity: 1,
    model: 'gpt-image-1',
    provider: 'openai',
    gptQuality: '',
    gptBackground: '',
    gptAspectRatio: '1:1',
    gptOutputFormat: '',
    grokAspectRatio: '',
    grokOutputFormat: '',
    imagenPersonGeneration: '',
    imagenAspectRatio: '',
    imagenOutputFormat: '',
    imagen4Version: '',
    imagen4PersonGeneration: '',
    imagen4AspectRatio: '',
    imagen4OutputFormat: '',
    stabilityNegativePrompt: '',
    stabilityStylePreset: '',
    stabilityVersion: '',
    stabilityAspectRatio: '',
    stabilityOutputFormat: '',
    stabilityCfgScale: 5,
    seed: '',
  });
});

test.each([
  [
    '[T4.3.1] Grok sets its model, jpeg and 1:1',
    'xai',
    { model: 'grok-2-image', grokOutputFormat: 'jpeg', grokAspectRatio: '1:1' },
  ],
  ['[T4.3.2] ChatGPT sets its model', 'openai', { model: 'gpt-image-1', gptAspectRatio: '1:1' }],
  [
    '[T4.3.3, T4.3.7] Gemini clears the model; its format is png',
    'google',
    { model: '', imagenOutputFormat: 'png', imagen4OutputFormat: 'png' },
  ],
  [
    '[T4.3.5, T3.1.10, T9.0.6] Stable Diffusion has no version yet; its CFG starts at 7',
    'stability',
    { model: '', stabilityVersion: '', stabilityCfgScale: 7 },
  ],
] as const)(
  '%s; [T4.3.6] the other fields are cleared, prompt and quantity stay',
  (_title, provider, set) => {
    expect(switchProvider(chosen, provider)).toEqual({
      ...EMPTY_VALUES,
      prompt: 'A red fox',
      quantity: 12,
      provider,
      ...set,
    });
  },
);

test('[T4.3.8] a transparent background forces png and blocks jpeg; an opaque one does neither', () => {
  expect(findObstacle(chosen, 'gptOutputFormat', 'jpeg')).toBeUndefined();
  const changes = choose(chosen, 'gptBackground', 'transparent');
  expect(changes).toEqual({ gptBackground: 'transparent', gptOutputFormat: 'png' });
  const transparent = { ...chosen, ...changes };
  expect(findObstacle(transparent, 'gptOutputFormat', 'jpeg')).toBe(
    'Transparent backgrounds are only supported with PNG format',
  );
  expect(findObstacle(transparent, 'gptOutputFormat', 'png')).toBeUndefined();
  expect(choose(transparent, 'gptBackground', 'opaque')).toEqual({ gptBackground: 'opaque' });
});

test('[T4.3.5] a version of Stable Diffusion is a model', () => {
  const values = switchProvider(chosen, 'stability');
  expect(choose(values, 'stabilityVersion', 'medium')).toEqual({
    stabilityVersion: 'medium',
    model: 'sd3.5-medium',
  });
  expect(choose(values, 'stabilityVersion', 'large')).toMatchObject({ model: 'sd3.5-large' });
});

test('[T4.3.4] the other Imagen keeps what both have', () => {
  const three = {
    ...switchProvider(chosen, 'google'),
    model: 'imagen3' as const,
    imagenAspectRatio: '16:9' as const,
  };
  expect(choose(three, 'model', 'imagen4')).toEqual({
    model: 'imagen4',
    imagen4AspectRatio: '16:9',
    imagen4PersonGeneration: '',
  });
  const four = { ...three, ...choose(three, 'model', 'imagen4'), imagen4AspectRatio: '3:4' as const };
  expect(choose(four, 'model', 'imagen3')).toMatchObject({ model: 'imagen3', imagenAspectRatio: '16:9' });
});

import { beforeEach, expect, test } from 'vitest';
import { createStorage } from '../../testing/stub-storage.ts';
import { readSettings, rememberSettings } from './remembered-settings.ts';
import { COMPLETE } from './testing/create-values.ts';

let store = createStorage();
beforeEach(() => void (store = createStorage()));

test('remembers the settings last used with each provider', () => {
  rememberSettings(store, 'ada', COMPLETE.openai);
  rememberSettings(store, 'ada', COMPLETE.stability);
  rememberSettings(store, 'ada', { ...COMPLETE.openai, gptQuality: 'high' });
  expect(readSettings(store, 'ada', 'openai')).toEqual({
    gptQuality: 'high',
    gptBackground: 'opaque',
    gptAspectRatio: '3:2',
    gptOutputFormat: 'jpeg',
  });
  expect(readSettings(store, 'ada', 'stability')).toEqual({
    model: 'sd3.5-large',
    stabilityVersion: 'large',
    stabilityStylePreset: 'origami',
    stabilityAspectRatio: '9:16',
    stabilityOutputFormat: 'png',
    stabilityCfgScale: 6.5,
  });
});

test('forgets a larger size once a batch was started without', () => {
  rememberSettings(store, 'ada', { ...COMPLETE.openai, gptSize: '4K' });
  expect(readSettings(store, 'ada', 'openai')).toMatchObject({ gptSize: '4K' });
  rememberSettings(store, 'ada', COMPLETE.openai);
  expect(readSettings(store, 'ada', 'openai')).not.toHaveProperty('gptSize');
});

test('remembers both Imagen models, but not which one [T4.3.3]', () => {
  rememberSettings(store, 'ada', COMPLETE.imagen3);
  rememberSettings(store, 'ada', COMPLETE.imagen4);
  expect(readSettings(store, 'ada', 'google')).toEqual({
    imagenPersonGeneration: 'allow_adult',
    imagenAspectRatio: '16:9',
    imagenOutputFormat: 'png',
    imagen4Version: 'ultra',
    imagen4PersonGeneration: 'dont_allow',
    imagen4AspectRatio: '3:4',
    imagen4OutputFormat: 'png',
  });
});

test('remembers nothing before the first batch, for another user or another provider', () => {
  rememberSettings(store, 'ada', COMPLETE.openai);
  expect(readSettings(store, 'ada', 'xai')).toEqual({});
  expect(readSettings(store, 'ben', 'openai')).toEqual({});
});

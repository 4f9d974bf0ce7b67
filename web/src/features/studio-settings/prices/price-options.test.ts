import { ModelSchema } from '@portal/contracts/generation-request';
import { expect, it } from 'vitest';
import { describeDefaultPrice, listOptions, OPTION_NAMES } from './price-options.ts';

it('describes the range of default prices', () => {
  expect(describeDefaultPrice({ model: 'gpt-image-1' })).toBe('$0.011 – $0.25');
  expect(describeDefaultPrice({ model: 'gpt-image-1', quality: 'low' })).toBe('$0.011 – $0.016');
  expect(describeDefaultPrice({ model: 'gpt-image-1', quality: 'low', aspectRatio: '1:1' })).toBe('$0.011');
  expect(describeDefaultPrice({ model: 'imagen4', version: 'ultra' })).toBe('$0.06');
  expect(describeDefaultPrice({ model: 'imagen4', size: '4K' })).toBe('$0.1134');
});

it('offers only options that the model supports', () => {
  const offered = ModelSchema.options.map((model) => [
    model,
    ...OPTION_NAMES.filter((name) => listOptions(model, name).length > 0),
  ]);
  expect(offered).toEqual([
    ['gpt-image-1', 'quality', 'aspectRatio', 'size'],
    ['gpt-4o', 'quality', 'aspectRatio', 'size'],
    ['gemini', 'aspectRatio', 'size'],
    ['imagen3', 'aspectRatio', 'size'],
    ['imagen4', 'aspectRatio', 'version', 'size'],
    ['sd3.5-medium', 'aspectRatio'],
    ['sd3.5-large', 'aspectRatio'],
    ['sd3.5-large-turbo', 'aspectRatio'],
    ['grok', 'size'],
    ['grok-2-image', 'size'],
  ]);
});

import type { Preset } from '@portal/contracts/stylizer';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { ApiFailure } from '../api/api-failure.ts';
import { failQuery } from '../testing/fail-query.ts';
import { renderPart } from '../testing/render-part.tsx';
import { PresetField } from './preset-field.tsx';
import { presetsQuery } from './presets-query.ts';

const createPreset = (id: string, sampleImages: string[]): Preset => ({
  id,
  name: id.toUpperCase(),
  sampleImages,
  price: 0.04,
  usesGoogleAllowance: false,
});

function renderField(value: string, client: QueryClient) {
  return renderPart(<PresetField value={value} noteId="note" onChoose={() => undefined} />, { client });
}

test('offers styles with their samples', () => {
  const client = new QueryClient();
  client.setQueryData(presetsQuery.queryKey, [
    createPreset('ink', ['/1.webp', '/2.webp']),
    createPreset('oil', ['/3.webp']),
  ]);
  const field = renderField('', client);
  expect(field.find('radiogroup', 'Style')?.attributes).toHaveProperty('aria-required', 'true');
  expect(field.list('radio')).toEqual(['INK', 'OIL']);
  expect(field.list('radio', 'checked')).toEqual([]);
  expect(field.text).toBe('Style INK OIL');
  // The other samples load on hover.
  expect(field.html.match(/src="[^"]*"/g)).toEqual(['src="/1.webp"', 'src="/3.webp"']);
  expect(field.html.match(/data-shown="true"/g)).toHaveLength(3);
  expect(field.list('button')).toEqual(['Next sample of INK, showing 1 of 2']);
  const next = (value: string) =>
    renderField(value, client).find('button', 'Next sample of INK, showing 1 of 2')?.attributes['tabindex'];
  expect([next(''), next('ink'), next('oil')]).toEqual(['0', '0', '-1']);
  const chosen = renderField('oil', client);
  expect(chosen.list('radio', 'checked')).toEqual(['OIL']);
  expect(chosen.list('radio', 'aria-describedby')).toEqual(['OIL']);
  expect(chosen.html.match(/data-chosen="true"/g)).toHaveLength(1);
});

test('styles are loading or have failed', () => {
  const client = new QueryClient();
  expect(renderField('', client).list('status')).toEqual(['Loading styles']);
  failQuery(client, presetsQuery.queryKey, new ApiFailure(503, 'Service Unavailable'));
  expect(renderField('', client).find('alert')?.text).toBe('The styles could not be loaded Try again');
  expect(renderField('', client).list('status')).toEqual([]);
});

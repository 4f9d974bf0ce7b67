import type { Preset } from '@portal/contracts/stylizer';
import { screen } from '@testing-library/react';
import type { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { ApiFailure } from '../api/api-failure.ts';
import { makeQueryClient } from '../api/query-client.ts';
import { failQuery } from '../testing/fail-query.ts';
import { listNames, openPart, readText } from '../testing/open-part.tsx';
import { PresetField } from './preset-field.tsx';
import { presetsQuery } from './presets-query.ts';

const createPreset = (id: string, sampleImages: string[]): Preset => ({
  id,
  name: id.toUpperCase(),
  sampleImages,
  price: 0.04,
  usesGoogleAllowance: false,
});

const openField = (value: string, client: QueryClient) =>
  openPart(<PresetField value={value} noteId="note" onChoose={() => undefined} />, { client });
const readNextTab = () => screen.getByRole('button', { name: 'Next sample of INK, showing 1 of 2' }).tabIndex;

test('offers styles with their samples', () => {
  const client = makeQueryClient();
  client.setQueryData(presetsQuery.queryKey, [
    createPreset('ink', ['/1.webp', '/2.webp']),
    createPreset('oil', ['/3.webp']),
  ]);
  openField('', client);
  expect(screen.getByRole('radiogroup', { name: 'Style' }).ariaRequired).toBe('true');
  expect(listNames('radio')).toEqual(['INK', 'OIL']);
  expect(listNames('radio', { checked: true })).toEqual([]);
  expect(readText()).toBe('Style INK OIL');
  // The other samples load on hover.
  expect([...document.images].map(({ src }) => new URL(src).pathname)).toEqual(['/1.webp', '/3.webp']);
  expect(document.querySelectorAll('[data-shown="true"]')).toHaveLength(3);
  expect(listNames('button')).toEqual(['Next sample of INK, showing 1 of 2']);
  expect(readNextTab()).toBe(0);
  openField('ink', client);
  expect(readNextTab()).toBe(0);
  openField('oil', client);
  expect(readNextTab()).toBe(-1);
  const [chosen, ...others] = document.querySelectorAll('[aria-describedby="note"]');
  expect(chosen).toBe(screen.getByRole('radio', { name: 'OIL', checked: true }));
  expect(others).toEqual([]);
  expect(listNames('radio', { checked: true })).toEqual(['OIL']);
  expect(document.querySelectorAll('[data-chosen="true"]')).toHaveLength(1);
});

test('styles are loading or have failed', () => {
  const client = makeQueryClient();
  openField('', client);
  expect(listNames('status')).toEqual(['Loading styles']);
  failQuery(client, presetsQuery.queryKey, new ApiFailure(503, 'Service Unavailable'));
  openField('', client);
  expect(readText(screen.getByRole('alert'))).toBe('The styles could not be loaded Try again');
  expect(listNames('status')).toEqual([]);
});

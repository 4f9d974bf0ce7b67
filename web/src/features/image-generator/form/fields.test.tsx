import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  choose,
  fill,
  findChoice,
  findForm,
  findGroup,
  findPrompt,
  findQuantity,
  findSubmit,
  openGenerator,
  openOptions,
  readChosen,
} from '../testing/open-generator.tsx';

const FIELDS_OF_OPENAI = { provider: 'openai', gptAspectRatio: '1:1' };

test('starts with the defaults [T2.1.1, T2.1.2, T3.1.9, D-settled-by-the-acceptance-test.11]', () => {
  openGenerator();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Bulk Image Generator');
  expect(screen.getByText('Generate multiple images at once')).toBeDefined();
  expect(screen.getByLabelText('Generate Images', { selector: 'section' })).toBeDefined();
  expect(readChosen()).toEqual(FIELDS_OF_OPENAI);
  expect(findPrompt().value).toBe('');
  expect(findQuantity().value).toBe('1');
  expect(findSubmit().textContent).toMatch(/^Generate 1 image(?!s)/);
  choose('Provider', 'Stable Diffusion');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Negative prompt', { selector: 'textarea' }).value).toBe(
    '',
  );
});

test('a new provider resets all fields except prompt and quantity [T4.3.1, T4.3.2, T4.3.3, T4.3.6]', () => {
  openGenerator();
  fill(findPrompt(), 'a red fox');
  fill(findQuantity(), '7');
  choose('Quality', 'High');
  choose('Background', 'Opaque');
  choose('Output format', 'JPEG');

  choose('Provider', 'Grok');
  expect(readChosen()).toEqual({ provider: 'xai' });
  choose('Provider', 'Gemini');
  expect(readChosen()).toEqual({ provider: 'google' });
  choose('Model', 'Imagen 3');
  expect(readChosen()).toEqual({ provider: 'google', model: 'imagen3' });
  choose('Model', 'Imagen 4');
  expect(readChosen()).toEqual({ provider: 'google', model: 'imagen4' });
  choose('Provider', 'ChatGPT');
  expect(readChosen()).toEqual(FIELDS_OF_OPENAI);
  choose('Provider', 'Gemini');
  expect(readChosen()).toEqual({ provider: 'google' });

  expect(findPrompt().value).toBe('a red fox');
  expect(findQuantity().value).toBe('7');
});

/** Per provider or model. */
const OFFERED: [string, Record<string, string[]>][] = [
  [
    'ChatGPT',
    {
      Provider: ['openai', 'google', 'stability', 'xai'],
      Quality: ['low', 'medium', 'high'],
      Background: ['transparent', 'opaque'],
      'Aspect ratio': ['1:1', '2:3', '3:2'],
      Size: ['', '2K', '4K'],
      'Output format': ['png', 'jpeg'],
    },
  ],
  [
    'Imagen 3',
    {
      Model: ['imagen3', 'imagen4'],
      'Person generation': ['dont_allow', 'allow_adult', 'allow_all'],
      'Aspect ratio': ['1:1', '3:4', '4:3', '9:16', '16:9'],
      Size: ['', '2K', '4K'],
    },
  ],
  [
    'Imagen 4',
    {
      Model: ['imagen3', 'imagen4'],
      Version: ['standard', 'ultra'],
      'Person generation': ['dont_allow', 'allow_adult', 'allow_all'],
      'Aspect ratio': ['1:1', '3:4', '4:3', '9:16', '16:9'],
      Size: ['', '2K', '4K'],
    },
  ],
  [
    'Stable Diffusion',
    {
      Version: ['medium', 'large'],
      'Aspect ratio': ['1:1', '9:16', '16:9'],
      'Output format': ['png', 'jpeg'],
    },
  ],
  ['Grok', { Size: ['', '2K'] }],
];

/** Fields with one value, which is text: there is nothing to choose. */
const FIXED: Record<string, Record<string, string>> = {
  'Imagen 3': { 'Output format': 'PNG' },
  'Imagen 4': { 'Output format': 'PNG' },
  Grok: { 'Aspect ratio': '1:1', 'Output format': 'JPEG' },
};

const readOffered = (field: string): string[] =>
  [...findGroup(field).querySelectorAll('input')].map(({ value }) => value);

test('offers what each model allows [T4.3.4, T4.3.5, T4.3.7, T5.2.2, T5.2.3, T5.2.4, T5.2.5, T5.2.6, T5.2.7, T5.2.8, T5.2.9, T5.2.10, T5.2.11, T5.2.12, T5.2.13, T5.2.14, T5.2.15]', () => {
  openGenerator();
  openOptions();
  for (const [name, fields] of OFFERED) {
    const isImagen = name.startsWith('Imagen');
    choose('Provider', isImagen ? 'Gemini' : name);
    if (isImagen) choose('Model', name);
    const labels = Object.keys(fields);
    expect(labels.map(readOffered), name).toEqual(Object.values(fields));
    for (const [label, text] of Object.entries(FIXED[name] ?? {}))
      expect(screen.getByRole('group', { name: label }).textContent, name).toBe(text);
    const groups = findForm().querySelectorAll('[role=radiogroup]').length;
    const ready = within(findForm()).queryAllByLabelText('Ready', { selector: '[role=radiogroup]' }).length;
    expect(groups, name).toBe(labels.length + ready + ('Provider' in fields ? 0 : 1));
  }
});

test('offers the styles of Stable Diffusion [T5.2.17]', () => {
  openGenerator();
  choose('Provider', 'Stable Diffusion');
  fireEvent.mouseDown(screen.getByRole('combobox', { name: /^Style preset/ }));
  const options = screen.getAllByRole('option').map((option) => option.dataset['value']);
  expect(options).toEqual([
    'photographic',
    'analog-film',
    'digital-art',
    'enhance',
    'fantasy-art',
    'comic-book',
    'anime',
    'cinematic',
    'isometric',
    'line-art',
    'low-poly',
    'modeling-compound',
    'neon-punk',
    'origami',
    'pixel-art',
    '3d-model',
    'tile-texture',
  ]);
});

test('a transparent background needs PNG, and the form says so [T4.3.8, T5.1.9]', () => {
  openGenerator();
  const readReason = () =>
    screen.queryByText('Transparent backgrounds are only supported with PNG format') !== null;
  choose('Output format', 'JPEG');
  expect(readReason()).toBe(false);
  choose('Background', 'Transparent');
  expect(findChoice('Output format', 'PNG').checked).toBe(true);
  expect(findChoice('Output format', 'JPEG').disabled).toBe(true);
  expect(readReason()).toBe(true);
  choose('Background', 'Opaque');
  choose('Output format', 'JPEG');
  expect(findChoice('Output format', 'JPEG').checked).toBe(true);
  expect(readReason()).toBe(false);
});

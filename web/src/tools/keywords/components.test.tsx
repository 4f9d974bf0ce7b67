import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listNames, openPart } from '../../testing/open-part.tsx';
import { TextArea } from './text-area.tsx';
import { WordsField } from './words-field.tsx';

const ignore = () => undefined;

const openWords = (
  words: string[],
  options: {
    isOrdered?: boolean;
    isDisabled?: boolean;
    isInvalid?: boolean;
    refused?: ReadonlySet<string>;
  } = {},
) =>
  openPart(
    <WordsField
      label="Keywords"
      words={words}
      maxWords={9}
      placeholder="Type a word"
      onChange={ignore}
      {...options}
    />,
  );

test('words can be reached, edited and removed', () => {
  openWords(['fox', 'snow'], { isOrdered: true });
  expect(listNames('list')).toEqual(['Keywords']);
  expect(listNames('button')).toEqual(['fox, 1 of 2', 'Remove fox', 'snow, 2 of 2', 'Remove snow']);
  expect(screen.getAllByRole('button').map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1, -1]);
  const description =
    /^Press Enter or comma to add a word, .* Use arrow keys to move between words, .* Delete to remove\.$/;
  expect(screen.getByRole('textbox', { name: 'Keywords', description })).toHaveProperty('placeholder', '');
  expect(screen.getByRole('button', { name: 'snow, 2 of 2', description })).toBeDefined();
  expect(document.querySelectorAll('[data-draggable="true"]')).toHaveLength(1);
});

test('words that agencies refuse are marked, and their names say so', () => {
  openWords(['nike', 'snow'], { refused: new Set(['nike']) });
  expect(listNames('button')).toEqual([
    'nike, 1 of 2, agencies refuse it',
    'Remove nike',
    'snow, 2 of 2',
    'Remove snow',
  ]);
  expect(document.querySelector('[data-refused="true"]')?.textContent).toBe('nike');
});

test.each([
  ['without an order', ['fox', 'snow'], {}],
  ['alone', ['fox'], { isOrdered: true }],
  ['disabled', ['fox', 'snow'], { isOrdered: true, isDisabled: true }],
])('words that are %s do not look as if they could be dragged', (_name, words, options) => {
  openWords(words, options);
  expect(document.querySelectorAll('[data-draggable="false"]')).toHaveLength(1);
  const controls = [...screen.getAllByRole('button'), screen.getByRole('textbox')];
  expect(new Set(controls.map((control) => control.hasAttribute('disabled')))).toEqual(
    new Set(['isDisabled' in options]),
  );
});

test('an empty keyword field says how to add a word', () => {
  openWords([], { isInvalid: true });
  expect(listNames('list')).toEqual([]);
  const description = 'Press Enter or comma to add a word, Backspace to remove the last one.';
  const field = screen.getByRole('textbox', { name: 'Keywords', description });
  expect(field).toHaveProperty('placeholder', 'Type a word');
  expect(document.querySelectorAll('[data-invalid="true"]')).toHaveLength(1);
});

test.each([
  [{}, 'false'],
  [{ isInvalid: true }, 'true'],
])('a text says whether it is valid: %o', (props, isInvalid) => {
  openPart(<TextArea value="fox" aria-label="Title" onChange={ignore} {...props} />);
  const field = screen.getByRole('textbox', { name: 'Title' });
  expect(field).toHaveProperty('value', 'fox');
  expect(field.getAttribute('aria-invalid')).toBe(isInvalid);
});

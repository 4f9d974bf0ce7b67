import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { openPart } from '../../testing/open-part.tsx';
import { OptionFields } from './option-fields.tsx';
import { DEFAULT_OPTIONS, useSavedOptions, type Options } from './saved-options.ts';
import { WordsField } from './words-field.tsx';

function openWords(words: readonly string[], { maxWords = 9, isOrdered = true } = {}) {
  let current = words;
  const leaves: string[] = [];
  const Field = () => {
    const [value, setValue] = useState(words);
    current = value;
    return (
      <>
        <WordsField
          label="Keywords"
          words={value}
          maxWords={maxWords}
          placeholder="Type a word"
          isOrdered={isOrdered}
          onChange={setValue}
          onLeave={() => leaves.push('left')}
        />
        <button type="button">Other</button>
      </>
    );
  };
  const user = openPart(<Field />);
  return { user, leaves, readWords: () => current, input: screen.getByRole('textbox', { name: 'Keywords' }) };
}

const findWord = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}, \\d`) });
const readStatus = () => screen.getByRole('status').textContent;
/** The focus of a word that has moved follows it. */
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
const expectFocus = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element));

test('Enter, a comma and leaving the field add what was typed', async () => {
  const { user, leaves, readWords, input } = openWords([]);
  await user.type(input, 'fox{Enter}red  snow,');
  expect(readWords()).toEqual(['fox', 'red snow']);
  expect(input).toHaveProperty('value', '');
  await user.type(input, 'ice');
  await user.click(findWord('fox'));
  expect(readWords()).toEqual(['fox', 'red snow', 'ice']);
  expect(leaves).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Other' }));
  expect(leaves).toEqual(['left']);
  expect(readStatus()).toBe('');
});

test('keys that end a composition or that come with Ctrl add nothing', async () => {
  const { user, readWords, input } = openWords([]);
  await user.type(input, 'fox');
  fireEvent.keyDown(input, { key: 'Enter', isComposing: true });
  fireEvent.keyDown(input, { key: 'Enter', ctrlKey: true });
  fireEvent.keyDown(input, { key: ',', metaKey: true });
  expect(readWords()).toEqual([]);
  expect(fireEvent.keyDown(input, { key: 'Enter' })).toBe(false);
  expect(readWords()).toEqual(['fox']);
});

test('says which words are over the limit, and keeps them to edit', async () => {
  const { user, readWords, input } = openWords(['fox'], { maxWords: 2 });
  await user.click(input);
  await user.paste('snow, ice');
  expect(readWords()).toEqual(['fox', 'snow']);
  expect(input).toHaveProperty('value', 'ice');
  expect(readStatus()).toBe('Not added: ice. Too long, or over the limit of 2.');
});

test('a pasted list follows what was typed, and a word is pasted as text', async () => {
  const { user, readWords, input } = openWords([]);
  await user.type(input, 'red');
  await user.paste('fox; snow');
  expect(readWords()).toEqual(['red fox', 'snow']);
  await user.paste('ice');
  expect(readWords()).toHaveLength(2);
  expect(input).toHaveProperty('value', 'ice');
});

test('Backspace removes the last word, and the arrow key goes to it, if nothing is typed', async () => {
  const { user, readWords, input } = openWords(['fox', 'snow']);
  await user.type(input, 'a{ArrowLeft}{Backspace}{Delete}');
  expect(document.activeElement).toBe(input);
  expect(readWords()).toEqual(['fox', 'snow']);
  await user.type(input, '{ArrowLeft}');
  await expectFocus(findWord('snow'));
  await user.type(input, '{Backspace}');
  expect(readWords()).toEqual(['fox']);
  expect(readStatus()).toBe('snow removed');
  await user.type(input, '{Backspace}{Backspace}');
  expect(readWords()).toEqual([]);
  expect(input).toHaveProperty('placeholder', 'Type a word');
});

test('a removed word leaves the focus on the one that takes its place', async () => {
  const { user, readWords, input } = openWords(['fox', 'snow', 'ice']);
  await user.click(screen.getByRole('button', { name: 'Remove fox' }));
  expect(readWords()).toEqual(['snow', 'ice']);
  await expectFocus(findWord('snow'));
  findWord('ice').focus();
  await user.keyboard('{Delete}');
  await expectFocus(findWord('snow'));
  await user.keyboard('{Delete}');
  await expectFocus(input);
  expect(readWords()).toEqual([]);
});

test('arrow keys go from word to word and to the text field', async () => {
  const { user, input } = openWords(['fox', 'snow']);
  findWord('fox').focus();
  await user.keyboard('{ArrowRight}');
  await expectFocus(findWord('snow'));
  await user.keyboard('{ArrowRight}');
  await expectFocus(input);
});

test('Alt and an arrow key move a word, and say where it is', async () => {
  const { user, readWords } = openWords(['fox', 'snow', 'ice']);
  findWord('fox').focus();
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
  expect(readWords()).toEqual(['snow', 'fox', 'ice']);
  expect(readStatus()).toBe('fox, 2 of 3');
  await nextFrame();
  expect(document.activeElement).toBe(findWord('fox'));
  await user.keyboard('{Alt>}{Home}{/Alt}');
  expect(readWords()).toEqual(['fox', 'snow', 'ice']);
  await nextFrame();
  expect(document.activeElement).toBe(findWord('fox'));
  await user.keyboard('{Alt>}{ArrowLeft}{/Alt}');
  expect(readStatus()).toBe('fox, 1 of 3');
});

test('a word is edited by double click, and saved by Enter or by leaving it', async () => {
  const { user, readWords } = openWords(['fox', 'snow']);
  const pressed = vi.fn<() => void>();
  document.body.addEventListener('keydown', pressed);
  await user.dblClick(findWord('fox'));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Edit fox' }));
  await user.keyboard('owl{Enter}');
  document.body.removeEventListener('keydown', pressed);
  expect(pressed).toHaveBeenCalledTimes(3);
  expect(readWords()).toEqual(['owl', 'snow']);
  await expectFocus(findWord('owl'));
  await user.keyboard('{Enter}');
  await user.keyboard('!');
  await user.click(screen.getByRole('button', { name: 'Other' }));
  expect(readWords()).toEqual(['!', 'snow']);
  // The focus stays where the person has gone.
  await waitFor(() => expect(findWord('!')).toBeDefined());
  await new Promise((resolve) => void requestAnimationFrame(resolve));
  expect(document.activeElement?.textContent).toBe('Other');
});

test('Escape leaves a word as it was', async () => {
  const { user, readWords } = openWords(['fox', 'snow']);
  findWord('snow').focus();
  await user.keyboard('{F2}');
  await user.keyboard('owl{Escape}');
  expect(readWords()).toEqual(['fox', 'snow']);
  await expectFocus(findWord('snow'));
});

test('a click beside the words goes to the text field', async () => {
  const { user, input } = openWords(['fox']);
  const field = input.parentElement;
  if (!field) throw new Error('The input has no field.');
  await user.click(screen.getByRole('list'));
  expect(document.activeElement).not.toBe(input);
  await user.click(field);
  expect(document.activeElement).toBe(input);
});

/** To the place of the second word. */
function dragFirst() {
  for (const [index, item] of screen.getAllByRole('listitem').entries())
    vi.spyOn(item, 'getBoundingClientRect').mockReturnValue(new DOMRect(index * 100, 0, 100, 20));
  const pointer = { pointerId: 1, pointerType: 'mouse', isPrimary: true, button: 0, clientY: 10 };
  fireEvent.pointerDown(findWord('fox'), { ...pointer, clientX: 50 });
  fireEvent.pointerMove(window, { ...pointer, clientX: 190 });
  fireEvent.pointerUp(window, { ...pointer, clientX: 190 });
}

test.each([true, false])('words can be dragged only where the order counts: %s', (isOrdered) => {
  const { readWords } = openWords(['fox', 'snow'], { isOrdered });
  dragFirst();
  expect(readWords()).toEqual(isOrdered ? ['snow', 'fox'] : ['fox', 'snow']);
});

function openOptions(options: Partial<Options> = {}) {
  const changes: Partial<Options>[] = [];
  const user = openPart(
    <OptionFields
      options={{ ...DEFAULT_OPTIONS, ...options }}
      isDisabled={false}
      onChange={(change) => changes.push(change)}
    />,
  );
  return { user, changes };
}

test('each option changes what it is named after', async () => {
  const { user, changes } = openOptions();
  expect(screen.queryByRole('button', { name: 'Reset options' })).toBeNull();
  fireEvent.change(screen.getByRole('textbox', { name: /^Context/ }), { target: { value: 'A zoo' } });
  await user.type(screen.getByRole('textbox', { name: 'Words that must appear' }), 'fox{Enter}');
  await user.type(screen.getByRole('textbox', { name: 'Words that must not appear' }), 'ice{Enter}');
  fireEvent.change(screen.getByRole('slider', { name: 'Number of keywords' }), { target: { value: 12 } });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'German');
  expect(changes).toEqual([
    { context: 'A zoo' },
    { mustAppear: ['fox'] },
    { mustNotAppear: ['ice'] },
    { keywordCount: 12 },
    { language: 'German' },
  ]);
});

test('shows the length of a long context, and resets what was changed', async () => {
  const { user, changes } = openOptions({ context: 'x'.repeat(900), keywordCount: 20 });
  expect(screen.getByText(/^900 \/ /)).toBeDefined();
  expect(screen.getByText('Up to 20')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Reset options' }));
  expect(changes).toEqual([DEFAULT_OPTIONS]);
});

test('words can be dragged as soon as there are two', async () => {
  const { user, readWords, input } = openWords(['fox']);
  await user.type(input, 'snow{Enter}');
  dragFirst();
  expect(readWords()).toEqual(['snow', 'fox']);
});

test('buttons of words do not submit the form that they are in', async () => {
  let submitted = 0;
  const user = openPart(
    <form onSubmit={() => (submitted += 1)}>
      <WordsField
        label="Keywords"
        words={['fox', 'snow']}
        maxWords={9}
        placeholder="Type a word"
        onChange={() => undefined}
      />
    </form>,
  );
  await user.click(findWord('fox'));
  await user.click(screen.getByRole('button', { name: 'Remove fox' }));
  expect(submitted).toBe(0);
});

test('the options of a user are kept on this device', async () => {
  const Fields = () => {
    const { options, change } = useSavedOptions();
    return <OptionFields options={options} isDisabled={false} onChange={change} />;
  };
  const { selectOptions, unmount } = openPart(<Fields />);
  await selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'German');
  expect(localStorage.getItem('portal:keyword-options:ada')).toContain('"language":"German"');
  expect(localStorage.getItem('portal:keyword-options:ada')).toContain('"keywordCount"');
  unmount();
});

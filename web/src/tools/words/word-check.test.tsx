import { findNamedWords } from '@portal/contracts/words/find-named-words';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPart, readText } from '../../testing/open-part.tsx';
import { WordCheck } from './word-check.tsx';

const openCheck = (text: string) =>
  openPart(
    <WordCheck id="words" text={text} words={findNamedWords(text)}>
      <textarea defaultValue={text} style={{ paddingTop: '3px', fontSize: '13px' }} />
    </WordCheck>,
  );
const findMarks = () => document.querySelector<HTMLElement>('[aria-hidden]:has(mark)');

test('marks lie over the text, also when it scrolls', () => {
  const text = 'Nike, a fox by Klimt\nin the snow';
  openCheck(text);
  const marks = findMarks();
  expect(marks?.textContent).toBe(text);
  expect(marks?.style).toMatchObject({
    paddingTop: '3px',
    fontSize: '13px',
    width: '600px',
    height: '600px',
  });
  const area = screen.getByRole('textbox');
  area.scrollTop = 40;
  fireEvent.scroll(area);
  expect(marks?.scrollTop).toBe(40);
});

test('a word that is named twice has one warning, which leads to the first', async () => {
  const user = openCheck('a nike, a Nike');
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: '“nike”' }));
  const area = screen.getByRole<HTMLTextAreaElement>('textbox');
  expect([document.activeElement, area.selectionStart, area.selectionEnd]).toEqual([area, 2, 6]);
});

test('an ordinary text has neither, but a place where a warning is announced', () => {
  openCheck('a fox in the snow');
  expect(findMarks()).toBeNull();
  expect(readText(screen.getByRole('status'))).toBe('');
});

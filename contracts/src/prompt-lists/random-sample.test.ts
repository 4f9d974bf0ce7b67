import { describe, expect, it } from 'vitest';
import { listTexts, sample } from './testing/expand.ts';

describe('sample', () => {
  it('picks the same prompts for the same seed, and others for another', () => {
    const text = '{a|b|c|d|e|f} {1|2|3|4|5|6}';
    const first = listTexts(text, { mode: sample(10) });
    expect(listTexts(text, { mode: sample(10) })).toEqual(first);
    expect(listTexts(text, { mode: sample(10, 2) })).not.toEqual(first);
  });

  it.each([
    ['{a|b|c|d} {1|2|3}', 12],
    ['{1000000::a|b|c}', 3],
    ['{2$$__color__}', 6],
  ])('repeats %s only when all were picked', (text, all) => {
    expect(new Set(listTexts(text, { mode: sample(all) })).size).toBe(all);
    const twice = listTexts(text, { mode: sample(2 * all) });
    expect(new Set(twice.slice(all)).size).toBe(all);
  });

  it('repeats a text only when it is the only one, however many ways make it', () => {
    expect(listTexts('{a|a|a|b}', { mode: sample(4) }).toSorted()).toEqual(['a', 'a', 'b', 'b']);
  });

  it('finds the last of many', () => {
    const entries = Array.from({ length: 300 }, (_, index) => `${index}`);
    const texts = listTexts('__numbers__', { mode: sample(300), lists: new Map([['numbers', entries]]) });
    expect(new Set(texts).size).toBe(300);
  });

  it('chooses different options', () => {
    for (const text of listTexts('{3$$a|b|c|d}', { mode: sample(24) })) {
      expect(new Set(text.split(', ')).size).toBe(3);
    }
  });

  it('follows weights', () => {
    const text = '{8::a|2::b|0::c} {1-3$$__numbers__}';
    const numbers = Array.from({ length: 30 }, (_, index) => `${index}`);
    const texts = listTexts(text, { mode: sample(1000), lists: new Map([['numbers', numbers]]) });
    const count = (letter: string) => texts.filter((each) => each.startsWith(letter)).length;
    expect(count('c')).toBe(0);
    expect(count('a')).toBeGreaterThan(700);
    expect(count('b')).toBeGreaterThan(120);
    const lengths = texts.map((each) => each.split(',').length);
    for (const length of [1, 2, 3]) expect(lengths).toContain(length);
  });

  it('shares the pictures among the lines, and does not repeat a line that has no more', () => {
    const texts = listTexts('fox\n{a|b|c|d|e|f|g|h}\n{1|2|3|4|5|6|7|8}', { mode: sample(11) });
    expect(texts.filter((each) => each === 'fox')).toHaveLength(1);
    expect(texts.filter((each) => /^[a-h]$/.test(each))).toHaveLength(5);
    expect(texts.filter((each) => /^\d$/.test(each))).toHaveLength(5);
  });

  it('keeps the picks of a line when another changes', () => {
    const picks = (other: string) =>
      listTexts(`{a|b|c|d|e|f|g|h|i|j}\n${other}`, { mode: sample(6) }).filter((each) =>
        /^[a-j]$/.test(each),
      );
    expect(picks('{1|2|3|4}')).toEqual(picks('{5|6|7|8|9}'));
  });
});

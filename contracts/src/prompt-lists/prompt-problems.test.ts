import { describe, expect, it } from 'vitest';
import { expand, LISTS, listTexts, sample } from './testing/expand.ts';

describe('errors', () => {
  it.each([
    ['a {red', 3, 'This { is not closed. Add a }, or write \\{.'],
    ['a {b|{c}', 3, 'This { is not closed. Add a }, or write \\{.'],
    ['a} fox', 2, 'This } has no {. Remove it, or write \\}.'],
    ['{}', 1, 'These braces have no options. Write some, as in {red|blue}.'],
    ['{4$$a|b}', 1, 'This chooses 4 of 2. Add options, or choose fewer.'],
    ['x {1-4$$__color__}', 3, 'This chooses up to 4 of 3. Add options, or choose fewer.'],
    ['{5-$$a|b}', 1, 'This chooses up to 5 of 2. Add options, or choose fewer.'],
    [`{1-$$${'a|'.repeat(30)}b}`, 1, 'This chooses up to 31 at once. Choose at most 20, as in {1-20$$…}.'],
    ['{$$a|b}', 2, 'Write how many to choose before $$, as in {2$$a|b|c}.'],
    ['{a$$b|c}', 3, '$$ follows a number, as in {2$$a|b|c}. Write \\$\\$ for the signs.'],
    [`{${'9'.repeat(16)}$$a|b}`, 2, 'Numbers have at most 15 digits. Shorten this one.'],
    [`{1-${'9'.repeat(16)}$$a|b}`, 2, 'Numbers have at most 15 digits. Shorten this one.'],
    [`{a|${'9'.repeat(16)}::b}`, 4, 'Numbers have at most 15 digits. Shorten this one.'],
    ['{a|-1::b}', 4, 'Weights are 0 or more. Remove the minus sign.'],
    [
      '{a|~b|{~c}}',
      8,
      'Signs for samplers (~ ! @) are not supported. Remove the sign, or write a \\ before it.',
    ],
    ['in ${x}', 4, 'Variables are not supported. Remove the $, or write \\$.'],
    ['in %{x}', 4, 'Wraps are not supported. Remove the %, or write \\%.'],
    ['a __colr__', 3, 'There is no list “colr”. Correct the name, or create it under Lists and styles.'],
    ['a __color', 3, 'This list is not closed. Add __ after its name, or write \\_\\_.'],
    ['____', 1, 'This list is not closed. Add __ after its name, or write \\_\\_.'],
    ['a __empty__', 3, 'The list “empty” is empty. Add entries under Lists and styles.'],
    ['a __broken__', 3, 'In the list “broken”, entry 2: This { is not closed. Add a }, or write \\{.'],
    [
      'a __loop__',
      3,
      'In the list “loop”, entry 1: The list “loop” contains itself: loop → knot → loop. Remove __loop__ there.',
    ],
    ['{'.repeat(21), 21, 'Braces can be nested 20 deep. Simplify this prompt.'],
    ['x'.repeat(5001), 1, 'This prompt has more than 5,000 characters. Shorten it.'],
  ])('%.40s', (text, column, message) => {
    const lists = new Map(
      Object.entries({
        ...LISTS,
        empty: ['# none'],
        broken: ['a', '{b'],
        loop: ['{x|__knot__}'],
        knot: ['__loop__'],
      }),
    );
    expect(expand(`fine\n  ${text}`, { lists }).problems).toEqual([
      { place: { line: 2, column: column + 2 }, message },
    ]);
  });

  it('a sample needs an option that can be picked', () => {
    expect(expand('{0::a|0::b}', { mode: sample(2) }).problems[0]?.message).toBe(
      'All options have weight 0. Give one a weight above 0.',
    );
    expect(listTexts('{0::a|0::b}')).toEqual(['a', 'b']);
  });

  it('expands the other lines', () => {
    const { prompts, problems } = expand('{a\nb\n__c__');
    expect(prompts.map(({ prompt }) => prompt)).toEqual(['b']);
    expect(problems.map(({ place }) => place?.line)).toEqual([1, 3]);
  });

  it('names pictures that are too long or empty', () => {
    const { prompts, problems } = expand(`${'x'.repeat(998)}{|y|yy|yyy|yyyy}\nfine\n{a|}`);
    expect(prompts).toHaveLength(8);
    expect(problems).toEqual([
      { place: { line: 1, column: 1 }, message: 'Pictures 4, 5: Prompts have at most 1,000 characters.' },
      { place: { line: 3, column: 1 }, message: 'Picture 8: Enter a prompt.' },
    ]);
    expect(expand(`{${'x|'.repeat(6)}}${'x'.repeat(1000)}`).problems[0]?.message).toBe(
      'Pictures 1, 2, 3, 4, 5 and 1 more: Prompts have at most 1,000 characters.',
    );
  });
});

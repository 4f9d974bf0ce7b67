import { describe, expect, it } from 'vitest';
import { MAX_SEED } from '../generation-request.ts';
import { expandPrompts, type PromptList, type PromptMode } from './expand-prompts.ts';
import { parseLines } from './parse-lines.ts';
import type { PromptRow } from './prompt-row.ts';

const LISTS: Record<string, string[]> = {
  color: ['red', 'green', 'blue'],
  season: ['summer', '{autumn|fall}', '# not now', 'winter'],
  weather: ['3::sun', '1::rain'],
  scene: ['__color__ __season__'],
};
const COMBINE: PromptMode = { kind: 'combine' };
const sample = (count: number, seed = 1): PromptMode => ({ kind: 'sample', count, seed });

const expand = (text: string, overrides: Partial<PromptList> = {}) =>
  expandPrompts({
    rows: parseLines(text),
    lists: new Map(Object.entries(LISTS)),
    styles: [],
    mode: COMBINE,
    ...overrides,
  });
const listTexts = (text: string, overrides?: Partial<PromptList>) => {
  const { prompts, problems, total } = expand(text, overrides);
  expect(problems).toEqual([]);
  expect(total).toBe(prompts.length);
  return prompts.map(({ prompt }) => prompt);
};

const createRow = (overrides: Partial<PromptRow> = {}): PromptRow => ({
  template: 'a fox',
  count: 1,
  place: { line: 1, column: 1 },
  ...overrides,
});

describe('combine', () => {
  it.each([
    ['a fox', ['a fox']],
    ['a {red|blue} {fox|cat}', ['a red fox', 'a red cat', 'a blue fox', 'a blue cat']],
    ['{very |}red', ['very red', 'red']],
    ['a { red | green } fox', ['a red fox', 'a green fox']],
    ['{0.5::a|2::b|c}', ['a', 'b', 'c']],
    ['{0::a|b}', ['a', 'b']],
    ['{2$$a|b|c}', ['a, b', 'a, c', 'b, a', 'b, c', 'c, a', 'c, b']],
    ['{2$$ and $$a|b}', ['a and b', 'b and a']],
    ['{2$$|$$a|b}', ['a|b', 'b|a']],
    ['{1-2$$a|b}', ['a', 'b', 'a, b', 'b, a']],
    ['{2-1$$a|b}', ['a', 'b', 'a, b', 'b, a']],
    ['{-2$$a|b}', ['a', 'b', 'a, b', 'b, a']],
    ['{1-$$a|b}', ['a', 'b', 'a, b', 'b, a']],
    ['x{0-1$$ y| z}', ['x', 'xy', 'xz']],
    ['{2$$a|{b|c}}', ['a, b', 'a, c', 'b, a', 'c, a']],
    ['{2$$a|{b|}}', ['a, b', 'a', 'b, a', 'a']],
    ['a {big|{tiny|small}} fox', ['a big fox', 'a tiny fox', 'a small fox']],
    ['__color__ fox', ['red fox', 'green fox', 'blue fox']],
    ['__ Color __', ['red', 'green', 'blue']],
    ['__season__', ['summer', 'autumn', 'fall', 'winter']],
    ['__weather__', ['sun', 'rain']],
    ['{2$$__weather__}', ['sun, rain', 'rain, sun']],
    ['{__weather__|snow}', ['sun', 'rain', 'snow']],
    [
      String.raw`\{a\|b\} \_\_x\_\_ \${c} \%{d}`.replaceAll('{c}', 'c').replaceAll('{d}', 'd'),
      ['{a|b} __x__ $c %d'],
    ],
    [String.raw`{a\|b|c\}|\~d|1\:\:e}`, ['a|b', 'c}', '~d', '1::e']],
    [String.raw`a \(fox\) | cat, $5, 50%, snake_case`, [String.raw`a \(fox\) | cat, $5, 50%, snake_case`]],
  ])('%s', (text, expected) => {
    expect(listTexts(text)).toEqual(expected);
  });

  it('uses lists inside lists', () => {
    expect(listTexts('__scene__')).toHaveLength(12);
  });

  it('leaves out empty lines and comments, and keeps the order of lines', () => {
    expect(listTexts('b\n\n# c\r\n  a  ')).toEqual(['b', 'a']);
  });
});

describe('count', () => {
  it.each([
    ['{a|b}'.repeat(40), 2 ** 40],
    ['{a|b}'.repeat(200), 1e15],
    ['{3$$__color__|a|b|c}', 6 * (1 + 3 * 3)],
    [`{20$$${Array.from({ length: 40 }, (_, index) => index).join('|')}}`, 1e15],
  ])('counts %.30s without making them', (text, expected) => {
    const started = performance.now();
    const { total } = expand(text);
    expect(total).toBe(expected);
    expect(performance.now() - started).toBeLessThan(200);
  });

  it.each(['{1-3$$a|b|{c|d|e}|__color__}', '{0-2$$__season__}{x|y}', '{2$$a|b|c} {2$$__color__}'])(
    'agrees with what is made: %s',
    (text) => {
      const { total, prompts } = expand(text);
      expect(total).toBeGreaterThan(10);
      expect(prompts).toHaveLength(total);
    },
  );

  it('lists nothing above 1,000 pictures and says what to do', () => {
    expect(expand(`{${'a|'.repeat(999)}a}`).prompts).toHaveLength(1000);
    expect(expand(`{${'a|'.repeat(1000)}a}`)).toEqual({
      total: 1001,
      prompts: [],
      problems: [
        {
          message:
            'This makes 1,001 pictures. A job has at most 1,000. Choose “Random sample”, or remove options or styles.',
        },
      ],
    });
    expect(expand('{a|b}'.repeat(60)).problems[0]?.message).toContain('over a quadrillion pictures');
    expect(expand('a', { mode: sample(1001) }).problems[0]?.message).toContain('Lower the count');
  });

  it('rejects lists that grow beyond what can be picked', () => {
    const lists = new Map(
      Array.from({ length: 20 }, (_, level) => [
        `l${level}`,
        [level === 19 ? '{|}' : `__l${level + 1}__`.repeat(40), 'x'],
      ]),
    );
    const started = performance.now();
    for (const mode of [COMBINE, sample(5)]) {
      expect(expand('__l0__', { lists, mode }).problems).toEqual([
        {
          place: { line: 1, column: 1 },
          message: 'Some combinations would be far too long. Use fewer lists in lists.',
        },
      ]);
    }
    expect(performance.now() - started).toBeLessThan(200);
  });
});

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

describe('rows', () => {
  const expandRows = (rows: PromptRow[], overrides: Partial<PromptList> = {}) =>
    expand('', { rows, ...overrides }).prompts;

  it('repeat each combination as often as they say, with another seed each', () => {
    const row = createRow({ template: '{a|b}', count: 2, seed: MAX_SEED, negativePrompt: 'blur' });
    expect(expandRows([row])).toEqual([
      { prompt: 'a', negativePrompt: 'blur', seed: MAX_SEED },
      { prompt: 'a', negativePrompt: 'blur', seed: 0 },
      { prompt: 'b', negativePrompt: 'blur', seed: MAX_SEED },
      { prompt: 'b', negativePrompt: 'blur', seed: 0 },
    ]);
  });

  it('are sampled in proportion to their counts', () => {
    const rows = [createRow({ template: '{a|b}', count: 4 }), createRow({ template: '{1|2|3|4|5}' })];
    const texts = expandRows(rows, { mode: sample(5) }).map(({ prompt }) => prompt);
    expect(texts.filter((each) => /\d/.test(each))).toHaveLength(1);
  });

  it('number names that occur more than once', () => {
    const rows = [
      createRow({ name: 'fox', template: '{a|b}' }),
      createRow({ name: 'cat' }),
      createRow({ name: 'fox' }),
    ];
    expect(expandRows(rows).map(({ name }) => name)).toEqual(['fox 1', 'fox 2', 'cat', 'fox 3']);
  });

  it('are made in each style, named by it', () => {
    const styles = [
      { name: 'noir', template: 'film noir, {prompt}, $& 35mm' },
      { name: 'oil', template: 'oil painting' },
    ];
    const rows = [
      createRow({ name: 'one', seed: 7, template: 'a $& fox' }),
      createRow({ template: 'a {cat|dog}' }),
    ];
    expect(expandRows(rows, { styles })).toEqual([
      { prompt: 'film noir, a $& fox, $& 35mm', name: 'one noir', seed: 7 },
      { prompt: 'a $& fox, oil painting', name: 'one oil', seed: 7 },
      { prompt: 'film noir, a cat, $& 35mm', name: 'noir 1' },
      { prompt: 'a cat, oil painting', name: 'oil 1' },
      { prompt: 'film noir, a dog, $& 35mm', name: 'noir 2' },
      { prompt: 'a dog, oil painting', name: 'oil 2' },
    ]);
    expect(expandRows(rows, { styles, mode: sample(3) })).toHaveLength(6);
  });
});

import { describe, expect, it } from 'vitest';
import { MAX_SEED } from '../generation-request.ts';
import type { PromptList } from './expand-prompts.ts';
import type { PromptRow } from './prompt-row.ts';
import { COMBINE, expand, listTexts, sample } from './testing/expand.ts';

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
    expect(expand(text).total).toBe(expected);
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
    for (const mode of [COMBINE, sample(5)]) {
      expect(expand('__l0__', { lists, mode }).problems).toEqual([
        {
          place: { line: 1, column: 1 },
          message: 'Some combinations would be far too long. Use fewer lists in lists.',
        },
      ]);
    }
  });
});

// Takes about 10 ms. It took 23 s when the patterns tried each way to split the digits.
it.each(['{', '{a|', '{1-'])('expands long numbers at once: %s', (start) => {
  const started = performance.now();
  expand(`${start}${'1'.repeat(4990)}\n`.repeat(300));
  expect(performance.now() - started).toBeLessThan(5000);
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

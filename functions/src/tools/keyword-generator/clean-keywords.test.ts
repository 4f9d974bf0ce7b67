import { KeywordOptionsSchema, type KeywordOptions } from '@portal/contracts/keyword-generator';
import { describe, expect, it } from 'vitest';
import { cleanKeywords } from './clean-keywords.ts';
import { hasWords, listComparisonKeys } from './compare-words.ts';

const createOptions = (options: Record<string, unknown> = {}): KeywordOptions =>
  KeywordOptionsSchema.parse(options);

const clean = (keywords: readonly unknown[], options: Record<string, unknown> = {}, title = 'Red boat') =>
  cleanKeywords(keywords, createOptions(options), title);

const SEVEN = ['boat', 'lake', 'dawn', 'calm', 'red', 'shore', 'mist'];

describe('near duplicates', () => {
  it.each([
    ['plural', 'sunset', 'sunsets'],
    ['irregular plural', 'grandchild', 'grandchildren'],
    ['irregular plural of a compound', 'fisherman', 'fishermen'],
    ['plural of a word with s', 'cosmos', 'cosmoses'],
    ['possessive', 'woman day', "women's day"],
    ['space', 'sunset', 'sun set'],
    ['space in plural', 'sunflower', 'sun flowers'],
    ['space before a British ending', 'sunrise', 'sun rise'],
    ['hyphen', 'low tide', 'low-tide'],
    ['order', 'lake boat', 'boat lake'],
    ['article', 'harbor', 'the harbor'],
    ['preposition', 'coffee cup', 'cup of coffee'],
    ['ampersand', 'black and white', 'black & white'],
    ['British -our', 'color', 'colours'],
    ['British -re', 'city center', 'city centre'],
    ['British -ise', 'organized', 'organised'],
    ['British -ise in plural', 'organizer', 'organisers'],
    ['British -ll-', 'traveler', 'travellers'],
    ['British word', 'gray hair', 'grey hair'],
    ['British jewellery', 'jewelry', 'jewellery'],
    ['British catalogue', 'catalog', 'catalogues'],
  ])('in %s: the more relevant stays', (_, one, other) => {
    expect(clean([...SEVEN.slice(1), one, other])).toEqual([...SEVEN.slice(1), one]);
    const [first] = clean([other, one, ...SEVEN.slice(1)]);
    expect(clean([other, one, ...SEVEN.slice(1)])).toEqual([first, ...SEVEN.slice(1)]);
    expect(
      listComparisonKeys(first ?? '', 'English').some((key) =>
        listComparisonKeys(one, 'English').includes(key),
      ),
    ).toBe(true);
  });

  it('are not other words', () => {
    const different = [
      ...[
        'fish',
        'fishing',
        'park',
        'parking',
        'build',
        'building',
        'paint',
        'painting',
        'sea',
        'ocean',
        'hour',
        'flour',
      ],
      ...[
        'four',
        'tour',
        'filling',
        'are',
        'omen',
        'oman',
        'woman',
        'man',
        'rise',
        'rose',
        'light',
        'lightning',
        'off',
        'of',
      ],
    ];
    expect(clean(different)).toEqual(different);
  });

  it('are dropped also if few keywords are left', () => {
    expect(
      clean(['boat', 'boats', 'Boat', 'lake', 'lakes', 'red', 'the boat', 'boat lake', 'lake boats']),
    ).toEqual([...['boat', 'lake', 'red', 'boat lake']]);
  });
});

describe('names and file terms', () => {
  it('are dropped', () => {
    const unfit = [
      'Nike shoes',
      'f/2.8',
      'ISO 100',
      '50mm',
      '1/200 sec',
      '4K',
      'stock photo',
      'Royalty-Free',
      'DSLR',
      'high resolution',
    ];
    expect(clean([...unfit, ...SEVEN])).toEqual(SEVEN);
    expect(clean(['Klimt', 'Spider-Man', 'mucha style', ...SEVEN])).toEqual(SEVEN);
    expect(clean(['NASA', ...SEVEN])).toEqual(['nasa', ...SEVEN]);
  });

  it('do not include a camera in the picture', () => {
    const camera = [
      'camera',
      'dslr camera',
      'camera lens',
      'photographer',
      '3d',
      'f-16',
      'stock exchange',
      '50 years',
      '35mm film',
      'isolated',
      '2024',
    ];
    expect(clean(camera)).toEqual(camera);
  });

  it('stay if they must appear', () => {
    const options = { mustAppear: ['Nike', '4K'] };
    expect(clean(['nike', 'boat'], options)).toEqual(['nike', 'boat', '4k']);
    expect(clean([...SEVEN, '4K'], { mustAppear: ['4K'] })).toEqual([...SEVEN, '4k']);
    expect(clean(SEVEN, options)).toEqual([...SEVEN.slice(0, 5), 'nike', '4k', ...SEVEN.slice(5)]);
  });

  it('about the file stay if there would be too few for agencies; brands do not', () => {
    const said = ['4K', 'Nike', 'boat', 'ISO 100', 'lake', 'dawn', '50mm', 'calm', 'red'];
    expect(clean(said)).toEqual(['4k', 'boat', 'iso 100', 'lake', 'dawn', 'calm', 'red']);
    expect(clean(said, { keywordCount: 5 })).toEqual(['boat', 'lake', 'dawn', 'calm', 'red']);
    expect(clean(['4K', 'boat', 'lake'])).toEqual(['boat', 'lake']);
  });

  it('stay if nothing else would, because an answer without keywords is paid for again', () => {
    expect(clean(['Nike', 'iPhone'])).toEqual(['nike', 'iphone']);
  });
});

it('drops a whole title, but not a subject', () => {
  const title = 'Red boat on the calm lake';
  expect(clean(['red boat on a calm lake', 'calm lake', ...SEVEN], {}, title)).toEqual([
    'calm lake',
    ...SEVEN,
  ]);
  expect(clean(['red boat', ...SEVEN], {}, 'Red boat')).toEqual(['red boat', ...SEVEN]);
});

describe('any answer', () => {
  const TITLE = 'Red boat';
  const WORDS = [
    ...[
      'boat',
      'boats',
      'Boat.',
      'red boat',
      'boat red',
      'boathouse',
      'boat house',
      'lake',
      'the lake',
      'sun set',
      'sunset',
      'colour',
    ],
    ...[
      'color',
      'nike',
      'apple',
      'apple watch',
      'iso 100',
      '4k',
      'a, b',
      '',
      '!!',
      'cup of tea',
      'tea cup',
      'shell',
      'men',
      'man',
      '日の出',
    ],
  ];
  const answers = Array.from({ length: 400 }, (_, seed) => {
    const next = makeRandom(seed);
    const pick = () => WORDS[Math.floor(next() * WORDS.length)] ?? '';
    const pickSome = (max: number) => Array.from({ length: Math.floor(next() * max) }, pick);
    const options = createOptions({
      mustAppear: pickSome(seed % 3 === 0 ? 0 : 4).filter((word) => word !== ''),
      mustNotAppear: pickSome(3).filter((word) => word !== ''),
      keywordCount: 5 + Math.floor(next() * 20),
    });
    const keywords = pickSome(40);
    return { keywords, options, shown: cleanKeywords(keywords, options, TITLE) };
  });

  it('is clean: cleaning again changes nothing', () => {
    for (const { shown, options } of answers) expect(cleanKeywords(shown, options, TITLE)).toEqual(shown);
  });

  it('has no keyword twice, and not too many', () => {
    for (const { shown, options } of answers) {
      expect(new Set(shown).size).toBe(shown.length);
      expect(shown.length).toBeLessThanOrEqual(options.keywordCount);
    }
  });

  it('has no near duplicates', () => {
    for (const { shown } of answers) {
      const keys = shown.map((keyword) => listComparisonKeys(keyword, 'English'));
      const isRepeated = keys.some((each, index) =>
        keys
          .slice(0, index)
          .flat()
          .some((key) => each.includes(key)),
      );
      expect(shown.filter(() => isRepeated)).toEqual([]);
    }
  });

  it('has all required words and no forbidden one', () => {
    for (const { shown, options } of answers) {
      const { mustAppear, mustNotAppear } = options;
      const isForbidden = (keyword: string) =>
        mustNotAppear.some((word) => hasWords(keyword, word, 'English'));
      expect(shown.filter(isForbidden)).toEqual([]);
      for (const word of mustAppear.filter((each) => /^[a-z\d ]+$/.test(each) && !isForbidden(each))) {
        const keys = listComparisonKeys(word, 'English');
        expect(shown.flatMap((keyword) => listComparisonKeys(keyword, 'English'))).toEqual(
          expect.arrayContaining(keys),
        );
      }
    }
  });

  it('stays in its order', () => {
    for (const { shown, keywords } of answers.filter(({ options }) => options.mustAppear.length === 0)) {
      const read = keywords.flatMap((keyword) => cleanKeywords([keyword], createOptions(), ''));
      expect(shown).toEqual([...new Set(read)].filter((keyword) => shown.includes(keyword)));
    }
  });
});

/** Repeatable numbers from 0 to 1. */
function makeRandom(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

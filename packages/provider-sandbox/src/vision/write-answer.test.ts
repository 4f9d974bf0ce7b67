import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { languages } from './languages.ts';
import { drawPicture, fillWith, redSquare, textsSchema } from './testing.ts';
import { JsonSchemaSchema } from './json-schema.ts';
import { writeAnswer } from './write-answer.ts';

const ask = async (picture: Buffer, request: string, schema: object = textsSchema): Promise<unknown> =>
  JSON.parse(await writeAnswer(picture, { instructions: '', request }, JsonSchemaSchema.parse(schema)));

const TextsSchema = z.object({
  title: z.string(),
  keywords: z.array(z.string()),
  category: z.int().nullable(),
});
const askForTexts = async (picture: Buffer, ...lines: string[]) =>
  TextsSchema.parse(await ask(picture, lines.join('\n')));

const draw = {
  landscape: () =>
    drawPicture(
      `${fillWith('#8ec7ff')}<rect y="150" width="100%" height="100%" fill="#2e8b2e"/><circle cx="60" cy="40" r="9" fill="white"/>`,
      420,
      240,
    ),
  night: () => drawPicture(`${fillWith('#05060f')}<circle cx="40" cy="40" r="30" fill="#10183a"/>`, 160, 360),
  cutOut: () => drawPicture('<circle cx="120" cy="120" r="70" fill="#7a2be2"/>'),
  gradient: () =>
    drawPicture(
      `<linearGradient id="g"><stop offset="0" stop-color="#ff2020"/><stop offset="1" stop-color="#2040ff"/></linearGradient>${fillWith('url(#g)')}`,
      600,
      200,
    ),
  letters: () =>
    drawPicture(
      fillWith('white') +
        [60, 140]
          .flatMap((y) =>
            Array.from(
              { length: 24 },
              (_, index) => `<rect x="${20 + index * 8}" y="${y}" width="3" height="24"/>`,
            ),
          )
          .join(''),
    ),
  fog: () => drawPicture(`${fillWith('#f2f2f2')}<circle cx="50" cy="90" r="40" fill="#e2e2e2"/>`),
};

describe('describing a picture', () => {
  it.each<[keyof typeof draw, string[], string[]]>([
    ['landscape', ['landscape', 'sky', 'meadow', 'blue', 'green', 'horizontal'], ['isolated', 'dark']],
    ['night', ['black', 'dark', 'vertical'], ['bright', 'landscape']],
    ['cutOut', ['isolated', 'transparent background', 'purple', 'square'], ['plain background', 'blue']],
    ['gradient', ['abstract', 'gradient', 'red', 'blue', 'panorama', 'vivid'], ['isolated']],
    ['letters', ['lettering', 'white', 'black and white', 'plain background'], ['landscape']],
    ['fog', ['black and white', 'high key', 'soft', 'white'], ['dark', 'colorful', 'lettering']],
  ])('uses its content: %s', async (name, seen, unseen) => {
    const { keywords } = await askForTexts(await draw[name](), 'Number of keywords: 50');
    expect(keywords).toEqual(expect.arrayContaining(seen));
    expect(keywords.filter((word) => unseen.includes(word))).toEqual([]);
  });

  it('repeats for the same question and differs for another picture', async () => {
    const [first, again, other] = await Promise.all(
      [redSquare, redSquare, await draw.landscape()].map((picture) => askForTexts(picture)),
    );
    expect(again).toEqual(first);
    expect(other?.title).not.toBe(first?.title);
  });

  it('uses file name and context, but not camera file names', async () => {
    const named = await askForTexts(
      redSquare,
      'File name: "Old_church-2024 (1).JPG"',
      'Context: trip to Rome',
    );
    expect(named.title).toBe('Old church in white and red');
    expect(named.keywords.slice(0, 4)).toEqual(['old', 'church', 'trip', 'rome']);
    expect(named.category).toBe(15);
    expect((await askForTexts(redSquare, 'File name: IMG_20240101.jpg')).title).toBe(
      'Object in white and red',
    );
  });

  it('limits the keywords and repeats none', async () => {
    const { keywords } = await askForTexts(redSquare, 'Number of keywords: 7', 'File name: red red.png');
    expect(keywords).toHaveLength(7);
    expect(new Set(keywords).size).toBe(7);
  });

  it('puts required words first and omits forbidden ones', async () => {
    const { title, keywords } = await askForTexts(
      redSquare,
      'File name: red-square.png',
      'Must appear: toy, "building block"',
      'Must not appear: red, background',
    );
    expect(keywords.slice(0, 2)).toEqual(['toy', 'building block']);
    expect(`${title} ${keywords.join(' ')}`).not.toMatch(/\b(red|background)\b/i);
  });

  it('omits forbidden words in other languages', async () => {
    const lines = ['Language: Italian', 'Must not appear: red, white', 'File name: Red.jpg'];
    const { title, keywords } = await askForTexts(redSquare, ...lines);
    expect(title).toBe('Oggetto');
    expect(`${title} ${keywords.join(' ')}`).not.toMatch(/\b(red|rosso|white|bianco)\b/i);
  });

  it('does not make a title of colors only', async () => {
    expect((await askForTexts(redSquare, 'File name: red.jpg')).title).toBe('Object in white and red');
  });

  it.each(languages.map(({ name, isLatin }) => [name, isLatin] as const))(
    'writes %s',
    async (name, isLatin) => {
      const { title, keywords } = await askForTexts(redSquare, `Language: ${name}`, 'Number of keywords: 40');
      expect(keywords.length).toBeGreaterThan(35);
      expect(keywords.every((word) => /^[\p{Script=Latin}\p{M} -]+$/u.test(word) === isLatin)).toBe(true);
      expect(title).not.toMatch(name === 'English' ? /^$/ : /\b(white|red|object)\b/i);
    },
  );
});

describe('the requested schema', () => {
  it('is filled for every type', async () => {
    const schema = {
      type: 'object',
      properties: {
        headline: { type: 'string', maxLength: 8 },
        text: { type: 'string', description: 'The title of it.' },
        tags: { type: 'array', items: { $ref: '#/$defs/tag' }, minItems: 60, maxItems: 61 },
        colors: { type: 'array', items: { type: 'string' } },
        category: { anyOf: [{ type: 'null' }, { type: 'integer', minimum: 1, maximum: 5 }] },
        kind: { type: 'string', enum: ['photo', 'Isolated'] },
        stars: { type: 'integer', minimum: 2 },
        isGood: { type: 'boolean' },
        nothing: { type: 'null' },
        places: { type: 'array', items: { type: 'object', properties: { title: { type: 'string' } } } },
      },
      $defs: { tag: { type: 'string' } },
    };
    expect(await ask(redSquare, 'File name: red-square.png', schema)).toEqual({
      headline: 'Red',
      text: 'Red square in white',
      tags: expect.toSatisfy((tags: unknown[]) => tags.length === 60 && new Set(tags).size === 60),
      colors: ['white', 'red'],
      category: null,
      kind: 'Isolated',
      stars: 2,
      isGood: false,
      nothing: null,
      places: [{ title: 'Red square in white' }],
    });
  });

  it('gets the category by number or by name, as listed', async () => {
    const properties = {
      category: { enum: [1, 8, 11] },
      category_name: { type: ['string', 'null'], enum: ['Animals', 'Landscapes', null] },
    };
    const landscape = await draw.landscape();
    expect(await ask(landscape, '', { properties })).toEqual({ category: 11, category_name: 'Landscapes' });
    expect(await ask(redSquare, '', { properties })).toEqual({ category: 8, category_name: null });
  });
});

import { describe, expect, test } from 'vitest';
import { findNamedWords, type NamedWord } from './find-named-words.ts';

/** “Nike: brand” for each. */
const listFound = (text: string) => findNamedWords(text).map(({ word, kind }) => `${word}: ${kind}`);

describe('artists', () => {
  test.each([
    ['a castle by Greg Rutkowski', 'Greg Rutkowski'],
    ['gregrutkowski', 'gregrutkowski'],
    ['(greg_rutkowski:1.2)', 'greg_rutkowski'],
    ['artgerm, a woman', 'artgerm'],
    ['klimt', 'klimt'],
    ['the kiss in KLIMT’S gold', 'KLIMT'],
    ['two Klimts', 'Klimts'],
    ['poster by Alfons Mucha', 'Alfons Mucha'],
    ['biomechanical, H.R. Giger', 'H.R. Giger'],
    ['HR Giger', 'HR Giger'],
    ['Dr. Seuss tree', 'Dr. Seuss'],
    ['Salvador Dali clock', 'Salvador Dali'],
    ['Salvador Dalí clock', 'Salvador Dalí'],
    ['dystopia of Beksinski', 'Beksinski'],
    ['Zdzisław Beksiński', 'Zdzisław Beksiński'],
    ['Simon Stalenhag robots', 'Simon Stalenhag'],
    ['Jean-Michel Basquiat crown', 'Jean-Michel Basquiat'],
    ['flower of Georgia O’Keeffe', 'Georgia O’Keeffe'],
    ['symmetry, Wes Anderson', 'Wes Anderson'],
    ['photo of Annie Leibovitz', 'Annie Leibovitz'],
  ])('%j names one', (text, word) => {
    expect(listFound(text)).toEqual([`${word}: artist`]);
  });

  test.each([
    ['a turner at his lathe', 'a storm by Turner', 'Turner'],
    ['con mucha luz', 'in the style of Mucha', 'Mucha'],
    ['munch on popcorn', 'Munch style scream', 'Munch'],
    ['haring op een bord', 'in de stijl van Haring', 'Haring'],
    ['a grain hopper', 'diner, Hopper-inspired', 'Hopper'],
    ['grilled pollock', 'a Pollock-esque splash', 'Pollock'],
    ['Miyazaki prefecture', 'a film by Miyazaki', 'Miyazaki'],
    ['the moebius strip', 'desert inspired by Moebius', 'Moebius'],
    ['archangel Raphael', 'the painter Raphael', 'Raphael'],
    ['Lichtenstein castle', 'in the manner of Lichtenstein', 'Lichtenstein'],
    ['lit by Rembrandt lighting', 'portrait by Rembrandt', 'Rembrandt'],
    ['el brillo de Goya', 'al estilo de Goya', 'Goya'],
    ['an old man, Ray-Ban', 'rayograph by Man Ray', 'Man Ray'],
  ])('%j names none, %j does', (ordinary, credited, word) => {
    expect(listFound(ordinary).filter((found) => found.endsWith('artist'))).toEqual([]);
    expect(listFound(credited)).toEqual([`${word}: artist`]);
  });

  test.each([
    ['by Artgerm, WLOP, Mucha and Turner', ['Artgerm', 'WLOP', 'Mucha', 'Turner']],
    ['Artgerm x Hopper at dawn', ['Artgerm', 'Hopper']],
    ['by Artgerm, Turner', ['Artgerm', 'Turner']],
    ['by Artgerm, munch on popcorn', ['Artgerm']],
    ['by Artgerm. A turner at work', ['Artgerm']],
  ])('in %j: %j', (text, words) => {
    expect(listFound(text)).toEqual(words.map((word) => `${word}: artist`));
  });

  test.each([
    'surrounded by bacon and eggs',
    'made by hand',
    'in the style of art nouveau',
    'inspired by nature',
    'alan lee and his family',
    'the escherichia coli bacterium',
    'a frank conversation with miller',
    'vangelis concert',
  ])('%j names none', (text) => {
    expect(listFound(text)).toEqual([]);
  });
});

describe('characters', () => {
  test.each([
    ['Spider-Man on a roof', 'Spider-Man'],
    ['spiderman', 'spiderman'],
    ['three smurfs', 'smurfs'],
    ['Pikachu’s cheeks', 'Pikachu'],
    ['r2-d2', 'r2-d2'],
    ['Pac-Man maze', 'Pac-Man'],
    ['a hobbit’s house', 'hobbit'],
    ['Daenerys Targaryen', 'Daenerys Targaryen'],
    ['gandalf and a horse', 'gandalf'],
    ['Catwoman', 'Catwoman'],
    ['ninja turtles', 'ninja turtles'],
    ['hermione  granger', 'hermione granger'],
  ])('%j names one', (text, word) => {
    expect(listFound(text)).toEqual([`${word}: character`]);
  });

  test.each([
    'a spider and a man',
    'thor with his hammer',
    'a joker on a playing card',
    'a wolverine in the snow',
    'een groot huis',
    'black panther in the jungle',
    'Dracula’s castle',
    'robin hood’s bow',
    'smurfing',
    'the batmobile',
    'a princess and a peach',
    'captain of the America’s cup',
    'the whirlpools of the Naruto strait',
  ])('%j names none', (text) => {
    expect(listFound(text)).toEqual([]);
  });
});

describe('brands in sentences', () => {
  test.each([
    ['a woman with a green apple, watch tower behind her', []],
    ['an apple and a laptop on a desk', []],
    ['He ate the apple. Watch him.', []],
    ['apple gold watch', ['apple']],
    ['Apple’s new laptops', ['Apple']],
    ['parcels from the Amazon rainforest', []],
    ['two Amazon packages', ['Amazon']],
    ['uber detailed skin', []],
    ['post it on the wall', []],
    ['a yellow post-it', ['post-it']],
    ['shot on a Canon EOS R5', ['Canon']],
    ['a canon, a camera', []],
    ['marvel at the sky', []],
    ['Marvel superheroes', ['Marvel']],
    ['Ghibli landscape', ['Ghibli']],
    ['trending on ArtStation, unreal engine 5', ['ArtStation', 'unreal engine']],
    ['a drawbridge, pont-levis', []],
    ['Ford F-150', ['Ford']],
    ['l’Oréal, d’Audi', ['l’Oréal', 'Audi']],
    ['Dolce & Gabbana', ['Dolce & Gabbana']],
    ['coca, cola nuts', []],
    ['İKEA', ['İKEA']],
  ])('%j names %j', (text, words) => {
    expect(listFound(text)).toEqual(words.map((word) => `${word}: brand`));
  });
});

test.each([
  ['Taylor Swift on a stage', 'Taylor Swift'],
  ['Beyonce', 'Beyonce'],
  ['NASA’s rocket', 'NASA'],
  ['an FBI agent', 'FBI'],
])('%j has a word that is forbidden for AI pictures', (text, word) => {
  expect(listFound(text)).toEqual([`${word}: forbidden`]);
});

test.each(['a tailor’s swift', 'donald and a trump card', 'nasal spray', 'homeland of the bears'])(
  '%j has no forbidden word',
  (text) => {
    expect(listFound(text)).toEqual([]);
  },
);

test.each([
  ['Nike at the start', 0, 4],
  ['at the end Nike', 11, 15],
  ['🦊🦊 Nike 🦊', 5, 9],
  ['“Nike”, said ‘Nike’', 1, 5],
  ['poke\u0301mon card', 0, 8],
  ['a café, pokémon card', 8, 15],
  ['a cafe\u0301, Pokémon card', 9, 16],
  ['İstanbul Nike', 9, 13],
  ['Nike’s', 0, 4],
  ['MCDONALD’S', 0, 10],
  ['line one\n  coca\u00A0\tcola', 11, 21],
  ['日本のNike', undefined, undefined],
])('finds the place in %j', (text, start, end) => {
  const [found] = findNamedWords(text);
  expect([found?.start, found?.end]).toEqual([start, end]);
});

test('the word is what is at the place, on one line', () => {
  const text = 'Coca  Cola, by Klimt; c’est L’ORÉAL.';
  const found = findNamedWords(text);
  expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(['Coca  Cola', 'Klimt', 'L’ORÉAL']);
  expect(found.map(({ word }) => word)).toEqual(['Coca Cola', 'Klimt', 'L’ORÉAL']);
});

test('says why each kind is refused', () => {
  const found = findNamedWords('Nike, Klimt, Pikachu, Taylor Swift, NASA');
  const describe = ({ word, why }: NamedWord) => `“${word}” ${why}`;
  expect(found.map(describe)).toEqual([
    '“Nike” is a brand. Agencies refuse pictures that name it.',
    '“Klimt” is an artist. Agencies refuse pictures that name artists.',
    '“Pikachu” is a character. Agencies refuse pictures that name it.',
    '“Taylor Swift” is a real person. Agencies refuse AI pictures that name people.',
    '“NASA” is a government agency. Adobe Stock refuses AI pictures that name it.',
  ]);
});

test('a long name counts as one', () => {
  expect(listFound('Adobe Photoshop by Vincent van Gogh')).toEqual([
    'Adobe Photoshop: brand',
    'Vincent van Gogh: artist',
  ]);
});

test.each(['coca ', 'greg-', 's’', 'by ', 'the lord of ', 'amazon ', 'artgerm ', 'i ', '\u0307', '1'])(
  'takes no longer for many words than for few: %j',
  (part) => {
    const { user, system } = process.cpuUsage();
    findNamedWords(part.repeat(100_000));
    const used = process.cpuUsage({ user, system });
    // It takes 0.1 s. A search that goes back would take hours.
    expect((used.user + used.system) / 1_000_000).toBeLessThan(20);
  },
);

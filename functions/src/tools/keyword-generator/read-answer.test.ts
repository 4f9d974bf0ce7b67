import {
  KeywordOptionsSchema,
  KeywordTextsSchema,
  type KeywordTexts,
} from '@portal/contracts/keyword-generator';
import { describe, expect, it } from 'vitest';
import { readAnswer } from './read-answer.ts';

const createAnswer = (changes: Record<string, unknown> = {}) => ({
  seo_image_title: 'Red boat on a calm lake at dawn',
  seo_description: 'A red boat rests on the calm water of a lake.',
  keywords: ['boat', 'lake', 'dawn', 'calm', 'red'],
  category: 11,
  ...changes,
});

const read = (text: string, options: Record<string, unknown> = {}) => {
  const answer = readAnswer(text, KeywordOptionsSchema.parse(options));
  // A usable answer always passes the API's schema.
  if (answer.kind === 'good')
    expect(KeywordTextsSchema.parse(answer.content.texts)).toEqual(answer.content.texts);
  return answer;
};

function readTexts(changes: Record<string, unknown>, options: Record<string, unknown> = {}): KeywordTexts {
  const answer = read(JSON.stringify(createAnswer(changes)), options);
  if (answer.kind === 'bad') throw new Error(answer.problem);
  return answer.content.texts;
}

const readKeywords = (keywords: unknown, options: Record<string, unknown> = {}) =>
  readTexts({ keywords }, options).keywords;

describe('an answer', () => {
  it('is unchanged if it is valid [D-providers.15, T3.6.2]', () => {
    expect(readTexts({})).toEqual(createAnswer());
  });

  it('has nothing that was not asked for', () => {
    expect(readTexts({ mood: 'happy', edited: true })).toEqual(createAnswer());
  });

  it.each(['```json\n%\n```', '```\n%\n```', '\n  %  \n'])('may be inside %j', (frame) => {
    const text = frame.replace('%', () => JSON.stringify(createAnswer()));
    expect(read(text)).toEqual({ kind: 'good', content: { texts: createAnswer(), issues: [] } });
  });

  it.each([
    ['is empty', '', /empty/],
    ['is blank', ' \n ', /empty/],
    ['is prose', 'Here is a red boat.', /not JSON/],
    ['ends too early', '{"seo_image_title":"Red', /not JSON/],
    ['is a list', '[]', /not a JSON object/],
    ['is null', 'null', /not a JSON object/],
    ['is empty JSON', '{}', /seo_image_title/],
    ['has 200 kB', JSON.stringify(createAnswer({ seo_description: 'a boat '.repeat(30_000) })), /too long/],
    ['is nested too deeply', '['.repeat(40_000), /not JSON/],
  ])('that %s is of no use', (_, text, problem) => {
    expect(read(text)).toEqual({ kind: 'bad', problem: expect.stringMatching(problem) });
  });

  it.each([
    ['no title', { seo_image_title: undefined }, /"seo_image_title" is missing/],
    ['no description', { seo_description: undefined }, /"seo_description"/],
    ['no keywords', { keywords: undefined }, /"keywords"/],
    ['a number for a title', { seo_image_title: 7 }, /"seo_image_title"/],
    ['keywords in one text', { keywords: 'boat, lake' }, /"keywords"/],
    ['an empty title', { seo_image_title: ' ' }, /title is empty/],
    ['a title of HTML only', { seo_image_title: '<p></p>' }, /title is empty/],
    ['an empty description', { seo_description: '' }, /description is empty/],
    ['an empty list', { keywords: [] }, /at least one keyword/],
    ['keywords of punctuation only', { keywords: ['!!', ' ', '—'] }, /at least one keyword/],
    ['keywords that are not texts', { keywords: [1, null, {}] }, /at least one keyword/],
  ])('with %s is unusable', (_, changes, problem) => {
    expect(read(JSON.stringify(createAnswer(changes)))).toEqual({
      kind: 'bad',
      problem: expect.stringMatching(problem),
    });
  });

  it.each([
    [21, 21],
    [null, null],
    [undefined, null],
    [0, null],
    [22, null],
    [1.5, null],
    ['11', null],
  ])('with the category %j has %j', (category, expected) => {
    expect(readTexts({ category }).category).toBe(expected);
  });
});

it('has issues beside the texts', () => {
  const issue = { kind: 'text', severity: 'minor', sentence: 'A sign.' };
  expect(read(JSON.stringify(createAnswer({ issues: [issue] })))).toEqual({
    kind: 'good',
    content: { texts: createAnswer(), issues: [issue] },
  });
});

describe('titles and descriptions', () => {
  it.each([
    ['<b>Red</b> boat', 'Red boat'],
    ['Red <script>alert(1)</script>boat', 'Red boat'],
    ['Red <img src=x onerror="alert(1)"> boat', 'Red boat'],
    ['Red boat <a href="', 'Red boat'],
    ['Red <!-- hidden -->boat', 'Red boat'],
    ['&lt;i&gt;Red&lt;/i&gt; boat', 'Red boat'],
    ['&amp;lt;i&amp;gt;Red boat', 'Red boat'],
    ['&#60;script&#x3e;Red boat', 'Red boat'],
    ['Rock &amp; roll &quot;live&quot;', 'Rock & roll "live"'],
    ['Red&nbsp;boat &copy; &constructor; &#9999999;', 'Red boat'],
    ['Below < and above > the line', 'Below and above the line'],
    ['Red\r\nboat\tat\u0000 dawn', 'Red boat at dawn'],
    ['Red\u200b boat\u202e at da\u00adwn', 'Red boat at dawn'],
    ['Cafe\u0301 by the lake', 'Café by the lake'],
  ])('%j is shown as %j', (given, shown) => {
    const texts = readTexts({ seo_image_title: given, seo_description: given });
    expect(texts.seo_image_title).toBe(shown);
    expect(texts.seo_description).toBe(shown);
  });

  it('are cut between words', () => {
    const { seo_image_title: title, seo_description: description } = readTexts({
      seo_image_title: 'The red boat, '.repeat(40),
      seo_description: 'The red boat on the lake. '.repeat(40),
    });
    expect(title.length).toBeLessThanOrEqual(200);
    expect(title).toMatch(/(boat|red|The)$/);
    expect(description.length).toBeLessThanOrEqual(500);
    expect(description.length).toBeGreaterThan(480);
  });

  it('are cut between characters where there are no words', () => {
    const title = readTexts({ seo_image_title: `a${'😀'.repeat(150)}` }).seo_image_title;
    expect(title.length).toBe(199);
    expect(title.isWellFormed()).toBe(true);
  });
});

describe('keywords', () => {
  it('are limited to the requested number, most relevant first [D-providers.15]', () => {
    const many = Array.from({ length: 80 }, (_, index) => `subject ${index}`);
    expect(readKeywords(many)).toEqual(many.slice(0, 50));
    expect(readKeywords(many, { keywordCount: 7 })).toEqual(many.slice(0, 7));
  });

  it.each([
    ['Boat!', 'boat'],
    ['#sunset', 'sunset'],
    ['“calm”', 'calm'],
    [' red   boat. ', 'red boat'],
    ['<b>boat</b>', 'boat'],
    ['t-shirt', 't-shirt'],
    ['- boat -', 'boat'],
    ['Mother’s Day', 'mothers day'],
    ['rock & roll', 'rock roll'],
    ['CAFÉ', 'café'],
    ['3D (render)', '3d render'],
    ['sunset 🌅', 'sunset'],
  ])('%j is shown as %j', (given, shown) => {
    expect(readKeywords([given])).toEqual([shown]);
  });

  it('are lower case by the rules of the language', () => {
    const sentences = {
      seo_image_title: 'Gölde bir kayık',
      seo_description: 'Bir kayık ve göl',
      keywords: ['IŞIK', 'İSTANBUL'],
    };
    expect(readTexts(sentences, { language: 'Turkish' }).keywords).toEqual(['ışık', 'istanbul']);
  });

  it('are split from a list in one text; one that is too long is dropped', () => {
    expect(readKeywords(['boat, lake;dawn', 'x'.repeat(61), '', 5, 'calm'])).toEqual([
      'boat',
      'lake',
      'dawn',
      'calm',
    ]);
  });

  it.each([
    [['boat', 'Boat', 'boat.', 'BOATS']],
    [['beach', 'beaches']],
    [['berry', 'berries']],
    [['leaf', 'leaves']],
    [['wave', 'waves']],
    [['house', 'houses']],
    [['woman', 'women']],
    [['glass', 'glasses']],
    [['black-and-white', 'black and white']],
    [['sun-flower', 'sunflower', 'sun flower']],
    [['café', 'cafe']],
    [['red boat', 'boat red', 'red boats']],
  ])('are reduced to the first of %j', (keywords) => {
    expect(readKeywords(keywords)).toEqual([keywords[0]]);
  });

  it('that only look similar are kept', () => {
    const different = [
      'bus',
      'glass',
      'grass',
      'red boat',
      'red',
      'boat',
      'lens',
      'boathouse',
      'sea',
      'seat',
    ];
    expect(readKeywords(different)).toEqual(different);
  });

  it.each([
    ['German', ['Blume', 'Blumen'], 'Eine Blume auf der Wiese', ['blume']],
    ['French', ['fleur', 'fleurs', 'château', 'chateaux'], 'Une fleur dans le pré', ['fleur', 'château']],
    ['Spanish', ['flor', 'flores', 'luz', 'luces'], 'Una flor con la luz', ['flor', 'luz']],
    ['Italian', ['gatto', 'gatti'], 'Un gatto nella casa', ['gatto']],
    ['Portuguese', ['balão', 'balões'], 'Um balão no céu', ['balão']],
    ['Turkish', ['çiçek', 'çiçekler'], 'Bir çiçek ve kelebek', ['çiçek']],
  ])('in %s are compared by its own endings', (language, keywords, sentence, expected) => {
    const sentences = { seo_image_title: sentence, seo_description: sentence };
    expect(readTexts({ ...sentences, keywords }, { language }).keywords).toEqual(expected);
  });
});

describe('required and forbidden words', () => {
  it('are included near the front, in their own spelling, within the number', () => {
    const keywords = Array.from({ length: 20 }, (_, index) => `subject ${index}`);
    const shown = readKeywords(keywords, { keywordCount: 10, mustAppear: ['Postcards', 'summer'] });
    expect(shown).toHaveLength(10);
    expect(shown.slice(0, 7)).toEqual([...keywords.slice(0, 5), 'postcards', 'summer']);
  });

  it('stay where the model has them, and are not cut off', () => {
    const keywords = [...Array.from({ length: 20 }, (_, index) => `subject ${index}`), 'postcard'];
    const shown = readKeywords(keywords, { keywordCount: 5, mustAppear: ['postcards'] });
    expect(shown).toEqual(['subject 0', 'subject 1', 'subject 2', 'subject 3', 'postcards']);
  });

  it('do not replace an answer without keywords', () => {
    const text = JSON.stringify(createAnswer({ keywords: [] }));
    expect(read(text, { mustAppear: ['summer'] })).toMatchObject({ kind: 'bad' });
  });

  it('are removed from the keywords in any form, if forbidden', () => {
    const keywords = ['boat', 'red boats', 'BOAT', 'boathouse', 'oar'];
    const sentences = { seo_image_title: 'An oar by the lake', seo_description: 'It is calm.' };
    const texts = readTexts({ ...sentences, keywords }, { mustNotAppear: ['boat'] });
    expect(texts.keywords).toEqual(['boathouse', 'oar']);
  });

  it.each([
    [{ seo_image_title: 'Red Boat' }, 'English', 'boat'],
    [{ seo_description: 'Many boats on the lake.' }, 'English', 'boat'],
    [{ seo_description: 'In New York, at dawn.' }, 'English', 'new york'],
    [{ seo_image_title: '湖上的红船', seo_description: '清晨的湖', keywords: ['湖'] }, 'Chinese', '红船'],
  ])('make the texts of %j unusable', (changes, language, word) => {
    expect(read(JSON.stringify(createAnswer(changes)), { language, mustNotAppear: [word] })).toEqual({
      kind: 'bad',
      problem: expect.stringContaining(`"${word}", which must not appear`),
    });
  });

  it('do not affect words that only contain them', () => {
    expect(readTexts({ seo_image_title: 'A boathouse' }, { mustNotAppear: ['house', 'a b'] })).toBeDefined();
  });
});

describe('an answer in another language', () => {
  const SAID: Record<string, [title: string, description: string, keywords: string[]]> = {
    English: ['A red boat on the lake', 'A red boat rests on the calm water of a lake.', ['boat', 'lake']],
    German: ['Ein rotes Boot auf dem See', 'Ein rotes Boot liegt auf dem Wasser und ist still.', ['boot']],
    French: ['Un bateau rouge sur le lac', 'Un bateau rouge dans le calme du matin.', ['bateau', 'lac']],
    Polish: ['Czerwona łódź na jeziorze', 'Łódź na jeziorze i las w tle są spokojne.', ['łódź', 'jezioro']],
    Turkish: ['Gölde kırmızı bir kayık', 'Bir kayık ve göl, çok sakin bir sabah.', ['kayık', 'göl']],
    Chinese: ['湖上的红船', '清晨，一艘红船停在平静的湖面上。', ['船', '湖']],
    Japanese: ['湖に浮かぶ赤いボート', '静かな湖に赤いボートが浮かんでいます。', ['湖', '船', '朝']],
    Korean: ['호수 위의 빨간 배', '잔잔한 호수 위에 빨간 배가 떠 있습니다.', ['배', '호수']],
  };
  const pairs = Object.keys(SAID).flatMap((said) => Object.keys(SAID).map((asked) => [said, asked] as const));

  it.each(pairs)('%s, where %s is asked for', (said, asked) => {
    const [title, description, keywords] = SAID[said] ?? ['', '', []];
    const text = JSON.stringify(
      createAnswer({ seo_image_title: title, seo_description: description, keywords }),
    );
    const answer = read(text, { language: asked });
    expect(answer).toMatchObject(
      said === asked ? { kind: 'good' } : { kind: 'bad', problem: `The answer is not in ${asked}.` },
    );
  });

  it('is not detected because of a foreign name', () => {
    const sentences = { seo_image_title: 'Harbour Bridge Sydney 的夜景', seo_description: '海港大桥的灯光' };
    expect(readTexts({ ...sentences, keywords: ['大桥'] }, { language: 'Chinese' })).toBeDefined();
  });
});

/** Answers a question about a picture with words of the question, and others that the picture's digest chooses. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Random } from '../random.ts';
import { ENGLISH, VOCABULARIES } from './vocabulary.ts';

/** System instructions and the user's request. */
export interface Question {
  instructions: string;
  request: string;
}

const description = z.string().optional();
const ValueSchema = z.strictObject({
  type: z.union([z.enum(['string', 'integer']), z.tuple([z.literal('integer'), z.literal('null')])]),
  description,
  enum: z.array(z.string()).min(1).optional(),
});

const defineObject = <Property extends z.ZodType>(property: Property) =>
  z.strictObject({
    type: z.literal('object'),
    properties: z.record(z.string(), property),
    required: z.array(z.string()).default([]),
    additionalProperties: z.boolean().default(true),
  });

const ListSchema = z.strictObject({
  type: z.literal('array'),
  description,
  items: z
    .union([z.strictObject({ type: z.literal('string'), description }), defineObject(ValueSchema)])
    .optional(),
});

/** The part of JSON Schema that the sandbox can fill: an object of strings, integers, and lists of strings or small objects. */
export const JsonSchemaSchema = defineObject(z.union([ValueSchema, ListSchema]));
export type JsonSchema = z.infer<typeof JsonSchemaSchema>;

const DEFAULT_KEYWORD_COUNT = 30;
/** Adobe Stock numbers its categories from 1. */
const CATEGORY_COUNT = 21;
const MAX_NAMED = 8;
const MAX_WORD_LENGTH = 40;
/** Of file names and English sentences. */
const EMPTY_WORDS = new Set(['img', 'image', 'photo', 'picture', 'the', 'and', 'with', 'for', 'from']);

/** Fills the schema. The same question about the same picture has the same answer. */
export function writeAnswer(picture: Buffer, { request }: Question, schema: JsonSchema): string {
  const random = new Random(createHash('sha256').update(picture).digest('hex'));
  const texts = writeTexts(request, random);
  const category = random.integer(1, CATEGORY_COUNT);
  const fill = (name: string, property: JsonSchema['properties'][string]) => {
    if (property.type === 'array')
      return property.items?.type === 'object' ? seeIssues(request, property.items, random) : texts.keywords;
    if (property.type !== 'string') return category;
    return /title/.test(name) ? texts.title : texts.description;
  };
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [name, fill(name, property)]),
    ),
  );
}

/** The text after the first `Name:` that begins a line. */
export const readLine = (text: string, name: string): string =>
  new RegExp(`^${name}: *(.*)$`, 'm').exec(text)?.[1]?.trim() ?? '';

export const readList = (text: string, name: string): string[] =>
  readLine(text, name)
    .toLowerCase()
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

function writeTexts(request: string, random: Random) {
  const { isLatin, and, stop, words } = VOCABULARIES[readLine(request, 'Language')] ?? ENGLISH;
  const mustAppear = readList(request, 'Must appear');
  const mustNotAppear = readList(request, 'Must not appear');
  const isAllowed = (word: string) =>
    !mustNotAppear.some((forbidden) =>
      isLatin ? ` ${word.toLowerCase()} `.includes(` ${forbidden} `) : word.includes(forbidden),
    );
  const readWords = (text: string) =>
    text
      .toLowerCase()
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter((word) => isWord(word, isLatin) && isAllowed(word))
      .slice(0, MAX_NAMED);

  const named = readWords(readLine(request, 'File name').replace(/\.\w+$/, ''));
  const told = readWords(readLine(request, 'Context'));
  const own = shuffle(words.filter(isAllowed), random);
  const pairs = shuffle(
    own
      .flatMap((word, index) => own.slice(index + 1).map((other) => `${word}${and}${other}`))
      .filter(isAllowed),
    random,
  );
  const [first = '', ...others] = pairs;
  const title = capitalize(named.length === 0 ? first : `${named.join(' ')} - ${first}`);
  const keywords = [...mustAppear, ...named, ...told, ...own, ...pairs].map((word) => word.toLowerCase());
  const count = Number.parseInt(readLine(request, 'Number of keywords'), 10) || DEFAULT_KEYWORD_COUNT;
  return {
    title,
    description: [title, ...others.slice(0, 2)]
      .map((sentence) => `${capitalize(sentence)}${stop}`)
      .join('')
      .trim(),
    keywords: [...new Set(keywords)].slice(0, count),
  };
}

/** One object for each value of its first property that the name of the file has: "fox-brand.png" shows a brand. */
function seeIssues(
  request: string,
  { properties }: { properties: Readonly<Record<string, z.infer<typeof ValueSchema>>> },
  random: Random,
) {
  const words = readLine(request, 'File name')
    .toLowerCase()
    .split(/[^a-z]+/);
  const [kinds] = Object.values(properties);
  return (kinds?.enum ?? [])
    .filter((kind) => words.includes(kind))
    .map((kind) =>
      Object.fromEntries(
        Object.entries(properties).map(([name, { type, enum: values }]) => {
          if (values) return [name, values.includes(kind) ? kind : values.at(-1)];
          return [name, type === 'string' ? `There may be a problem: ${kind}.` : random.integer(10, 50)];
        }),
      ),
    );
}

/** Not a number as in the names of cameras, and in the script of the language. */
const isWord = (word: string, isLatin: boolean): boolean =>
  (isLatin ? /^[\p{Script=Latin}\p{M}]{3,}$/u : /^[^\p{Script=Latin}\p{N}]+$/u).test(word) &&
  word.length <= MAX_WORD_LENGTH &&
  !EMPTY_WORDS.has(word);

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const shuffle = (words: readonly string[], random: Random): string[] =>
  words
    .map((word) => ({ word, rank: random.next() }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ word }) => word);

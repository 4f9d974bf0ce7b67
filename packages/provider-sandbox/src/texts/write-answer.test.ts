import { expect, it } from 'vitest';
import { z } from 'zod';
import { redSquare, textsSchema } from '../testing.ts';
import { VOCABULARIES } from './vocabulary.ts';
import { JsonSchemaSchema, writeAnswer } from './write-answer.ts';

const TextsSchema = z.strictObject({
  title: z.string().min(1),
  description: z.string().min(1),
  keywords: z.array(z.string()),
  category: z.int().min(1).max(21),
});
const { properties } = textsSchema;
const schema = JsonSchemaSchema.parse({
  ...textsSchema,
  properties: { ...properties, description: { type: 'string' } },
});
const ask = (picture: Buffer, ...lines: string[]) =>
  TextsSchema.parse(
    JSON.parse(writeAnswer(picture, { instructions: '', request: lines.join('\n') }, schema)),
  );

it('repeats for the same question, and differs for another picture', () => {
  const first = ask(redSquare);
  expect(ask(redSquare)).toEqual(first);
  const other = ask(Buffer.from('another'));
  expect(other.title).not.toBe(first.title);
  expect(other.keywords).not.toEqual(first.keywords);
});

it('uses words of the file name and the context, but no numbers', () => {
  const { title, keywords } = ask(
    redSquare,
    'File name: Old_church-2024 (1).JPG',
    'Context: the trip to Rome',
  );
  expect(title).toMatch(/^Old church - \w+ and \w+$/);
  expect(keywords.slice(0, 4)).toEqual(['old', 'church', 'trip', 'rome']);
  expect(ask(redSquare, 'File name: IMG_20240101.jpg')).toEqual(ask(redSquare));
});

it('puts required words first and omits forbidden ones', () => {
  const { title, description, keywords } = ask(
    redSquare,
    'File name: red-square.png',
    'Must appear: Toy, building block',
    'Must not appear: red, light, shadow, color, shape, line',
  );
  expect(keywords.slice(0, 3)).toEqual(['toy', 'building block', 'square']);
  expect(`${title} ${description} ${keywords.join(' ')}`).not.toMatch(
    /\b(red|light|shadow|color|shape|line)\b/i,
  );
});

it.each(Object.keys(VOCABULARIES))('writes the requested number of keywords in %s', (language) => {
  const { title, description, keywords } = ask(
    redSquare,
    `Language: ${language}`,
    'Number of keywords: 50',
    'File name: 赤い fox.png',
  );
  expect(new Set(keywords).size).toBe(50);
  const isAsian = ['Chinese', 'Japanese', 'Korean'].includes(language);
  const letters = isAsian ? /^[\p{Lo}\p{Lm} 。.-]+$/u : /^[\p{Script=Latin}\p{M} .-]+$/u;
  for (const text of [title, description, ...keywords]) expect(text).toMatch(letters);
  expect(keywords.includes('light')).toBe(language === 'English');
});

it('sees what the name of a file says', () => {
  const kinds = { type: 'string', enum: ['text', 'brand', 'malformed'] };
  const items = {
    type: 'object',
    properties: {
      kind: kinds,
      severity: { type: 'string', enum: ['minor', 'severe'] },
      sentence: { type: 'string' },
      left: { type: 'integer' },
    },
  };
  const listed = JsonSchemaSchema.parse({ type: 'object', properties: { issues: { type: 'array', items } } });
  const see = (name: string): unknown =>
    JSON.parse(writeAnswer(redSquare, { instructions: '', request: `File name: ${name}` }, listed));
  const issue = { severity: 'severe', sentence: expect.any(String), left: expect.any(Number) };
  expect(see('fox_brand_and_text.png')).toEqual({
    issues: [
      { kind: 'text', ...issue },
      { kind: 'brand', ...issue },
    ],
  });
  expect(see('context.png')).toEqual({ issues: [] });
});

import { expect, it } from 'vitest';
import { z } from 'zod';
import { writePrompts } from './write-prompts.ts';

const AnswerSchema = z.strictObject({
  prompts: z.array(z.strictObject({ prompt: z.string(), difference: z.string() })),
});
const ask = (...lines: string[]) =>
  AnswerSchema.parse(JSON.parse(writePrompts({ instructions: '', request: lines.join('\n') }))).prompts;

it('writes as many different prompts about the theme as the request asks for', () => {
  const prompts = ask('Theme: a red boat', 'Number of prompts: 25', 'Must appear: sail');
  expect(new Set(prompts.map(({ prompt }) => prompt)).size).toBe(25);
  for (const { prompt, difference } of prompts) {
    expect(prompt).toMatch(/^a red boat .+, sail, /);
    expect(prompt).toContain(difference.split(', ')[0]);
  }
});

it('repeats for the same request, and differs for another angle', () => {
  const first = ask('Theme: a boat', 'Angle: light');
  expect(ask('Theme: a boat', 'Angle: light')).toEqual(first);
  expect(ask('Theme: a boat', 'Angle: places')).not.toEqual(first);
});

it('omits forbidden words', () => {
  const prompts = ask('Theme: a boat', 'Number of prompts: 50', 'Must not appear: snow, harbor');
  expect(JSON.stringify(prompts)).not.toMatch(/snow|harbor/);
});

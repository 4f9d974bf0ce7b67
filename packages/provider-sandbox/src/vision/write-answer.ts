import { createHash } from 'node:crypto';
import { describeSight } from './describe-sight.ts';
import { fillSchema } from './fill-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { lookAt } from './look-at.ts';
import { readWishes, type Prompt } from './read-wishes.ts';

/** What a model answers about a picture: the same for the same question. `schema`: nothing when words were asked for. */
export async function writeAnswer(
  picture: Buffer,
  prompt: Prompt,
  schema: JsonSchema | undefined,
): Promise<string> {
  const seed = createHash('sha256').update(picture).digest('hex');
  const facts = describeSight(await lookAt(picture), readWishes(prompt), seed);
  return schema ? JSON.stringify(fillSchema(schema, facts)) : facts.description;
}

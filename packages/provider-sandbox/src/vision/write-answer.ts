import { createHash } from 'node:crypto';
import { describeImage } from './describe-image.ts';
import { fillSchema } from './fill-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { analyzeImage } from './analyze-image.ts';
import { parsePrompt, type Prompt } from './parse-prompt.ts';

/** Describes a picture as text, or as JSON if a schema is given. The same question gives the same answer. */
export async function writeAnswer(
  picture: Buffer,
  prompt: Prompt,
  schema: JsonSchema | undefined,
): Promise<string> {
  const seed = createHash('sha256').update(picture).digest('hex');
  const facts = describeImage(await analyzeImage(picture), parsePrompt(prompt), seed);
  return schema ? JSON.stringify(fillSchema(schema, facts)) : facts.description;
}

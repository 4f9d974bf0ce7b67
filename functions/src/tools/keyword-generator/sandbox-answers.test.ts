import { KEYWORD_LANGUAGES, KeywordOptionsSchema } from '@portal/contracts/keyword-generator';
import { expect, it } from 'vitest';
import { describePicture } from '../../providers/describe-picture.ts';
import { DEFAULT_MODELS } from '../../providers/model-registry.ts';
import { createScene } from '../../providers/testing/create-edit.ts';
import { startSandbox } from '../../providers/testing/start-sandbox.ts';
import { ANSWER_SCHEMA, SCHEMA_NAME } from './answer-schema.ts';
import { readAnswer } from './read-answer.ts';
import { writePrompt } from './write-prompt.ts';

const sandbox = await startSandbox();

it.each(KEYWORD_LANGUAGES)('accepts what the sandbox answers in %s', async (language) => {
  const options = KeywordOptionsSchema.parse({
    language,
    context: 'the trip to the sea with friends',
    mustAppear: ['harbor'],
  });
  const request = {
    ...writePrompt(options, 'old-boat.jpg'),
    picture: await createScene(),
    schema: ANSWER_SCHEMA,
    schemaName: SCHEMA_NAME,
  };
  for (const provider of ['openai', 'google'] as const) {
    const { upstreamModel } = DEFAULT_MODELS[`keywords-${provider}`];
    const { signal } = new AbortController();
    const access = sandbox.accessOf(provider);
    const answer = await describePicture(access, provider, request, upstreamModel, signal);
    if (answer.kind !== 'made') throw new Error(JSON.stringify(answer));
    const read = readAnswer(answer.made, options);
    if (read.kind === 'bad') throw new Error(`${read.problem} ${answer.made}`);
    expect(read.content.texts.keywords).toHaveLength(options.keywordCount);
    expect(read.content.texts.category).not.toBeNull();
  }
});

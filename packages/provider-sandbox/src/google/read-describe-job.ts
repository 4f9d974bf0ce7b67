/** generateContent for questions about an image, answered as text or as JSON that follows a schema. */
import { z } from 'zod';
import { RejectedRequest } from '../http/reply.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { DescribeJob } from '../vision/describe-job.ts';
import { JsonSchemaSchema } from '../vision/json-schema.ts';
import { googleReply, invalidArgument, makeGoogleErrors } from './google-errors.ts';
import { readOriginals } from './read-parts.ts';
import { readRequest, readText, sharedConfig, sharedRequest } from './read-request.ts';

export const textModels = ['gemini-3.8-flash', 'gemini-3.8-flash-lite'];

const IMAGE_TOKENS = {
  MEDIA_RESOLUTION_UNSPECIFIED: 1_120,
  MEDIA_RESOLUTION_LOW: 280,
  MEDIA_RESOLUTION_MEDIUM: 560,
  MEDIA_RESOLUTION_HIGH: 1_120,
};
const THOUGHT_TOKENS = { MINIMAL: 0, LOW: 96, MEDIUM: 320, HIGH: 720 };
const CHARACTERS_PER_TOKEN = 4;

const RequestSchema = z.strictObject({
  ...sharedRequest,
  generationConfig: z
    .strictObject({
      ...sharedConfig,
      responseMimeType: z.enum(['text/plain', 'application/json']),
      responseSchema: JsonSchemaSchema,
      responseJsonSchema: JsonSchemaSchema,
      responseModalities: z.array(z.literal('TEXT')),
      mediaResolution: z.enum([
        'MEDIA_RESOLUTION_UNSPECIFIED',
        'MEDIA_RESOLUTION_LOW',
        'MEDIA_RESOLUTION_MEDIUM',
        'MEDIA_RESOLUTION_HIGH',
      ]),
      thinkingConfig: z
        .strictObject({
          includeThoughts: z.boolean(),
          thinkingBudget: z.int().min(-1),
          thinkingLevel: z.enum(['MINIMAL', 'LOW', 'MEDIUM', 'HIGH']),
        })
        .partial(),
    })
    .partial()
    .default({}),
});
type Config = z.infer<typeof RequestSchema>['generationConfig'];

export async function readDescribeJob(incoming: HttpRequest, model: string): Promise<DescribeJob> {
  const { contents, systemInstruction, generationConfig } = readRequest(incoming, RequestSchema);
  const parts = contents.flatMap((content) => content.parts);
  const prompt = { instructions: readText(systemInstruction?.parts ?? []), request: readText(parts) };
  if (prompt.request === '') reject('contents: text is required.', 'contents');
  const schema = readSchema(generationConfig);
  const thought = readThought(generationConfig);
  const originals = await readOriginals(parts);
  const [picture] = originals;
  if (!picture) return reject('The sandbox requires a picture.', 'contents');
  const { mediaResolution = 'MEDIA_RESOLUTION_UNSPECIFIED', maxOutputTokens = Infinity } = generationConfig;
  return {
    operation: 'describe',
    prompt,
    picture: picture.bytes,
    schema,
    errors: makeGoogleErrors(model, 'SAFETY'),
    answer(whole, isScripted) {
      const room = Math.max(0, maxOutputTokens - thought) * CHARACTERS_PER_TOKEN;
      const isWhole = isScripted || whole.length <= room;
      const text = isWhole ? whole : whole.slice(0, room);
      const content = { role: 'model', ...(text === '' && !isWhole ? {} : { parts: [{ text }] }) };
      return googleReply(
        model,
        { candidates: [{ content, finishReason: isWhole ? 'STOP' : 'MAX_TOKENS', index: 0 }] },
        {
          text: countText(prompt.instructions + prompt.request),
          images: originals.length * IMAGE_TOKENS[mediaResolution],
          output: { modality: 'TEXT', tokens: countText(text) },
          thoughts: Math.min(thought, maxOutputTokens),
        },
      );
    },
  };
}

const countText = (text: string) => Math.ceil(text.length / CHARACTERS_PER_TOKEN);

function readSchema({ responseMimeType, responseSchema, responseJsonSchema }: Config) {
  const schema = responseJsonSchema ?? responseSchema;
  if (responseJsonSchema && responseSchema) {
    return reject(
      'responseSchema and responseJsonSchema are mutually exclusive.',
      'generation_config.response_schema',
    );
  }
  if (schema && responseMimeType !== 'application/json') {
    return reject(
      'A response schema needs responseMimeType application/json.',
      'generation_config.response_mime_type',
    );
  }
  return schema;
}

/** Thinking tokens: from a level or a budget; HIGH by default. */
function readThought({ thinkingConfig = {} }: Config): number {
  const { thinkingLevel, thinkingBudget } = thinkingConfig;
  if (thinkingLevel !== undefined && thinkingBudget !== undefined) {
    return reject(
      'thinkingBudget and thinkingLevel are mutually exclusive.',
      'generation_config.thinking_config',
    );
  }
  const most = THOUGHT_TOKENS[thinkingLevel ?? 'HIGH'];
  return thinkingBudget === undefined || thinkingBudget < 0 ? most : Math.min(most, thinkingBudget);
}

function reject(message: string, field: string): never {
  throw new RejectedRequest(invalidArgument(message, field));
}

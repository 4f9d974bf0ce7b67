/** generateContent of models that look at a picture and answer in words, or in JSON of a shape that was asked for. */
import { z } from 'zod';
import { TurnedDown } from '../http/answer.ts';
import type { Incoming } from '../http/incoming.ts';
import type { DescribeOrder } from '../vision/describe-order.ts';
import { JsonSchemaSchema } from '../vision/json-schema.ts';
import { googleAnswer, invalidArgument, makeGoogleErrors } from './google-errors.ts';
import { readOriginals } from './read-parts.ts';
import { readRequest, readText, sharedConfig, sharedRequest } from './read-request.ts';

export const textModels = ['gemini-3.8-flash', 'gemini-3.8-flash-lite'];

const tokensOfAnImage = {
  MEDIA_RESOLUTION_UNSPECIFIED: 1_120,
  MEDIA_RESOLUTION_LOW: 280,
  MEDIA_RESOLUTION_MEDIUM: 560,
  MEDIA_RESOLUTION_HIGH: 1_120,
};
const tokensOfThought = { MINIMAL: 0, LOW: 96, MEDIUM: 320, HIGH: 720 };
const charactersPerToken = 4;

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

export async function readDescribeOrder(incoming: Incoming, model: string): Promise<DescribeOrder> {
  const { contents, systemInstruction, generationConfig } = readRequest(incoming, RequestSchema);
  const parts = contents.flatMap((content) => content.parts);
  const prompt = { instructions: readText(systemInstruction?.parts ?? []), request: readText(parts) };
  if (prompt.request === '') refuse('contents: no text asks for anything.', 'contents');
  const schema = readSchema(generationConfig);
  const thought = readThought(generationConfig);
  const originals = await readOriginals(parts);
  const [picture] = originals;
  if (!picture) return refuse('The sandbox looks at pictures, and there is none.', 'contents');
  const { mediaResolution = 'MEDIA_RESOLUTION_UNSPECIFIED', maxOutputTokens = Infinity } = generationConfig;
  return {
    operation: 'describe',
    prompt,
    picture: picture.bytes,
    schema,
    errors: makeGoogleErrors(model, 'SAFETY'),
    answer(whole, isScripted) {
      const room = Math.max(0, maxOutputTokens - thought) * charactersPerToken;
      const isWhole = isScripted || whole.length <= room;
      const text = isWhole ? whole : whole.slice(0, room);
      const content = { role: 'model', ...(text === '' && !isWhole ? {} : { parts: [{ text }] }) };
      return googleAnswer(
        model,
        { candidates: [{ content, finishReason: isWhole ? 'STOP' : 'MAX_TOKENS', index: 0 }] },
        {
          text: countText(prompt.instructions + prompt.request),
          images: originals.length * tokensOfAnImage[mediaResolution],
          output: { modality: 'TEXT', tokens: countText(text) },
          thoughts: Math.min(thought, maxOutputTokens),
        },
      );
    },
  };
}

const countText = (text: string) => Math.ceil(text.length / charactersPerToken);

function readSchema({ responseMimeType, responseSchema, responseJsonSchema }: Config) {
  const schema = responseJsonSchema ?? responseSchema;
  if (responseJsonSchema && responseSchema) {
    return refuse(
      'responseSchema and responseJsonSchema exclude each other.',
      'generation_config.response_schema',
    );
  }
  if (schema && responseMimeType !== 'application/json') {
    return refuse(
      'A response schema needs responseMimeType application/json.',
      'generation_config.response_mime_type',
    );
  }
  return schema;
}

/** How much it thinks: a level, or a number of tokens, and a lot unless it is told otherwise. */
function readThought({ thinkingConfig = {} }: Config): number {
  const { thinkingLevel, thinkingBudget } = thinkingConfig;
  if (thinkingLevel !== undefined && thinkingBudget !== undefined) {
    return refuse(
      'thinkingBudget and thinkingLevel exclude each other.',
      'generation_config.thinking_config',
    );
  }
  const most = tokensOfThought[thinkingLevel ?? 'HIGH'];
  return thinkingBudget === undefined || thinkingBudget < 0 ? most : Math.min(most, thinkingBudget);
}

function refuse(message: string, field: string): never {
  throw new TurnedDown(invalidArgument(message, field));
}

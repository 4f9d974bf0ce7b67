/** generateContent for questions, about an image or without one, answered as JSON that follows a schema. */
import { z } from 'zod';
import type { HttpRequest } from '../http/http-request.ts';
import type { DescribeJob } from '../images/provider-api.ts';
import { JsonSchemaSchema } from '../texts/write-answer.ts';
import { googleReply, makeGoogleErrors } from './google-errors.ts';
import {
  InstructionSchema,
  PictureContentsSchema,
  readPicture,
  readRequest,
  TextContentsSchema,
} from './read-request.ts';

export const textModel = 'gemini-3.8-flash';

const IMAGE_TOKENS = 1_120;
const THOUGHT_TOKENS = 96;
const CHARACTERS_PER_TOKEN = 4;
/** Longer than every answer of the sandbox, which therefore never cuts one. */
const MIN_OUTPUT_TOKENS = 4_000;

const RequestSchema = z.strictObject({
  contents: z.union([PictureContentsSchema, TextContentsSchema]),
  systemInstruction: InstructionSchema,
  generationConfig: z.strictObject({
    responseMimeType: z.literal('application/json'),
    responseJsonSchema: JsonSchemaSchema,
    maxOutputTokens: z.int().min(MIN_OUTPUT_TOKENS),
    thinkingConfig: z.strictObject({ thinkingLevel: z.literal('LOW') }),
  }),
});

export async function readDescribeJob(incoming: HttpRequest): Promise<DescribeJob> {
  const { contents, systemInstruction, generationConfig } = readRequest(incoming, RequestSchema);
  const [{ parts }] = contents;
  const [picture, { text: request }] = parts.length === 2 ? parts : [undefined, parts[0]];
  const prompt = { instructions: systemInstruction.parts[0].text, request };
  return {
    operation: 'describe',
    prompt,
    ...(picture && { picture: (await readPicture(picture)).bytes }),
    schema: generationConfig.responseJsonSchema,
    errors: makeGoogleErrors(textModel, 'SAFETY'),
    answer: (text) =>
      googleReply(
        textModel,
        { candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP', index: 0 }] },
        {
          text: countText(prompt.instructions + prompt.request),
          images: picture ? IMAGE_TOKENS : 0,
          output: { modality: 'TEXT', tokens: countText(text) },
          thoughts: THOUGHT_TOKENS,
        },
      ),
  };
}

const countText = (text: string) => Math.ceil(text.length / CHARACTERS_PER_TOKEN);

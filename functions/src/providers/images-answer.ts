/** The answer of the images endpoint that OpenAI defined and xAI speaks too. */
import { z } from 'zod';
import { CallFailed } from './call-provider.ts';
import type { Usage } from './provider-answer.ts';

const ImagesAnswerSchema = z.object({
  data: z
    .array(z.object({ b64_json: z.string().nullish(), respect_moderation: z.boolean().optional() }))
    .default([]),
  usage: z
    .object({
      input_tokens: z.number().default(0),
      input_tokens_details: z
        .object({ text_tokens: z.number().default(0), image_tokens: z.number().default(0) })
        .optional(),
      output_tokens: z.number().default(0),
      cost_in_usd_ticks: z.number().optional(),
    })
    .nullish(),
});

const TICKS_PER_DOLLAR = 10_000_000_000;

/** The bytes of the one image that was asked for. */
export function readImagesAnswer(answer: unknown): { bytes: Buffer; usage?: Usage } {
  const { data, usage } = ImagesAnswerSchema.parse(answer);
  const image = data[0];
  if (image?.respect_moderation === false) {
    throw new CallFailed({ kind: 'refused', detail: 'the image was held back by moderation' });
  }
  if (!image?.b64_json) throw new CallFailed({ kind: 'broken-answer', detail: 'there is no image in it' });
  return {
    bytes: Buffer.from(image.b64_json, 'base64'),
    ...(usage ? { usage: readUsage(usage) } : {}),
  };
}

function readUsage({
  input_tokens: inputTokens,
  input_tokens_details: details,
  output_tokens: outputTokens,
  cost_in_usd_ticks: ticks,
}: NonNullable<z.infer<typeof ImagesAnswerSchema>['usage']>): Usage {
  return {
    textInputTokens: details?.text_tokens ?? inputTokens,
    imageInputTokens: details?.image_tokens ?? 0,
    outputTokens,
    ...(ticks === undefined ? {} : { dollars: ticks / TICKS_PER_DOLLAR }),
  };
}

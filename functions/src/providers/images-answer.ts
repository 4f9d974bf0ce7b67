/** OpenAI's images endpoint, which xAI implements too. */
import { z } from 'zod';
import type { ImageEditParamsNonStreaming, ImageGenerateParamsNonStreaming } from 'openai/resources/images';
import { CallFailed, type Fetch, type ProviderAccess } from './call-provider.ts';
import { finishImage } from './finish-image.ts';
import { openOpenai } from './open-openai.ts';
import type { MadeImage, ProviderAnswer, Usage } from './provider-answer.ts';

const ImagesAnswerSchema = z.object({
  data: z
    .array(z.object({ b64_json: z.string().nullish(), respect_moderation: z.boolean().optional() }))
    .default([]),
  /** xAI's own field: its moderation of the prompt. */
  block_reason: z.string().nullish(),
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

/** xAI's own field. */
type ImageParams = Omit<ImageGenerateParamsNonStreaming, 'n'> & { resolution?: '2k' };

/** Requests one image, once. */
export async function requestImage(
  access: ProviderAccess,
  fetch: Fetch,
  params: ImageParams,
  contentType: MadeImage['contentType'],
): Promise<ProviderAnswer<MadeImage>> {
  const client = await openOpenai(access, fetch);
  return finishImageAnswer(await client.images.generate({ ...params, n: 1 }), contentType);
}

/** Requests one edited image, once. */
export async function requestEdit(
  access: ProviderAccess,
  fetch: Fetch,
  params: Omit<ImageEditParamsNonStreaming, 'n'>,
  contentType: MadeImage['contentType'],
): Promise<ProviderAnswer<MadeImage>> {
  const client = await openOpenai(access, fetch);
  return finishImageAnswer(await client.images.edit({ ...params, n: 1 }), contentType);
}

/** The image of an answer, however it arrived. */
export async function finishImageAnswer(
  answer: unknown,
  contentType: MadeImage['contentType'],
): Promise<ProviderAnswer<MadeImage>> {
  const { bytes, usage } = readImagesAnswer(answer);
  return { kind: 'made', made: await finishImage(bytes, contentType), ...(usage ? { usage } : {}) };
}

/** The bytes of the requested image. */
function readImagesAnswer(answer: unknown): { bytes: Buffer; usage?: Usage } {
  const { data, block_reason: blockReason, usage } = ImagesAnswerSchema.parse(answer);
  if (blockReason) throw new CallFailed({ kind: 'refused', detail: blockReason });
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

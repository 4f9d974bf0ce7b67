import { z } from 'zod';
import { CallFailed } from './call-provider.ts';
import { finishImage } from './finish-image.ts';
import type { MadeImage, ProviderAnswer, Usage } from './provider-answer.ts';

const TokensSchema = z
  .array(z.object({ modality: z.string().optional(), tokenCount: z.number().default(0) }))
  .default([]);

const PartSchema = z.object({
  text: z.string().optional(),
  thought: z.boolean().optional(),
  inlineData: z.object({ data: z.string() }).optional(),
});

const AnswerSchema = z.object({
  candidates: z
    .array(
      z.object({
        finishReason: z.string().optional(),
        content: z.object({ parts: z.array(PartSchema).default([]) }).optional(),
      }),
    )
    .default([]),
  promptFeedback: z.object({ blockReason: z.string().optional() }).optional(),
  usageMetadata: z
    .object({
      promptTokenCount: z.number().default(0),
      promptTokensDetails: TokensSchema,
      cachedContentTokenCount: z.number().default(0),
      cacheTokensDetails: TokensSchema,
      candidatesTokenCount: z.number().default(0),
      thoughtsTokenCount: z.number().optional(),
    })
    .optional(),
});
type Answer = z.infer<typeof AnswerSchema>;

/** Finish reasons for which another attempt would fail too. */
const REFUSALS = /SAFETY|PROHIBITED_CONTENT|BLOCKLIST|SPII|RECITATION|LANGUAGE/;

export async function readImage(
  answer: unknown,
  contentType: MadeImage['contentType'],
): Promise<ProviderAnswer<MadeImage>> {
  const { parts, reason, usage } = readAnswer(answer);
  const data = parts.findLast((part) => part.inlineData)?.inlineData?.data;
  if (data === undefined) {
    throw new CallFailed(
      reason === undefined || reason === 'MALFORMED_RESPONSE'
        ? { kind: 'broken-answer', detail: `no image, ${reason ?? 'and no reason'}` }
        : { kind: 'refused', detail: reason },
    );
  }
  return { kind: 'made', made: await finishImage(Buffer.from(data, 'base64'), contentType), ...usage };
}

export function readWords(answer: unknown): ProviderAnswer<string> {
  const { parts, isBlocked, reason, usage } = readAnswer(answer);
  if (reason !== 'STOP') {
    throw new CallFailed(
      isBlocked || REFUSALS.test(reason ?? '')
        ? { kind: 'refused', detail: reason ?? '' }
        : { kind: 'broken-answer', detail: `it ended by ${reason ?? 'no reason'}` },
    );
  }
  const made = parts.map(({ text, thought }) => (thought ? '' : text)).join('');
  return { kind: 'made', made, ...usage };
}

function readAnswer(answer: unknown) {
  const { candidates, promptFeedback, usageMetadata } = AnswerSchema.parse(answer);
  return {
    parts: candidates.flatMap((candidate) => candidate.content?.parts ?? []),
    isBlocked: promptFeedback?.blockReason !== undefined,
    reason: promptFeedback?.blockReason ?? candidates[0]?.finishReason,
    usage: usageMetadata ? { usage: readUsage(usageMetadata) } : {},
  };
}

function readUsage(counts: NonNullable<Answer['usageMetadata']>): Usage {
  const imageInputTokens = countImages(counts.promptTokensDetails) - countImages(counts.cacheTokensDetails);
  const cachedInputTokens = counts.cachedContentTokenCount;
  return {
    textInputTokens: counts.promptTokenCount - cachedInputTokens - imageInputTokens,
    imageInputTokens,
    cachedInputTokens,
    outputTokens: counts.candidatesTokenCount,
    ...(counts.thoughtsTokenCount === undefined ? {} : { thinkingTokens: counts.thoughtsTokenCount }),
  };
}

const countImages = (details: z.infer<typeof TokensSchema>): number =>
  details.filter(({ modality }) => modality === 'IMAGE').reduce((sum, { tokenCount }) => sum + tokenCount, 0);

/** Maximum tokens of a call, which give its maximum cost. */
import type { GenerationRequest } from '@portal/contracts/generation-request';
import { findGoogleSize, findGptPixels } from '@portal/contracts/image-sizes';
import { countOpenaiTokens } from '@portal/contracts/openai-tokens';
import type { PictureProvider, RegisteredModel } from '@portal/contracts/studio-settings';
import { MAX_ANSWER_TOKENS, type TextRequest } from './describe-request.ts';
import { EDIT_QUALITY, EDIT_SIZES } from './openai-params.ts';
import type { Usage } from './provider-answer.ts';

/** Tokens that a provider adds to a prompt. */
const ADDED_TEXT_TOKENS = 100;
/** Instructions, answer schema, user input, and the answer to repair. A token is at least one byte. */
const DESCRIBE_TEXT_TOKENS = 24_000;
/** For a picture with a longest edge of 1024 pixels. */
const DESCRIBE_IMAGE_TOKENS = 2_500;
/** For a picture with a longest edge of 2048 pixels, at high fidelity. */
const EDIT_IMAGE_TOKENS = 7_000;

/** Gemini bills an image by its size, plus thinking (maximum unverified). */
const GOOGLE_IMAGE_TOKENS = { '1K': 1_120, '2K': 1_680, '4K': 3_780 };
const GOOGLE_THINKING_TOKENS = 4_000;

const NOTHING: Usage = { textInputTokens: 0, imageInputTokens: 0, outputTokens: 0 };

const countText = (text: string): number => Buffer.byteLength(text) + ADDED_TEXT_TOKENS;

export function findMaxGenerationUsage(request: GenerationRequest): Usage {
  const prompts = request.prompts?.map(({ prompt }) => prompt) ?? [request.prompt];
  const textInputTokens = Math.max(...prompts.map(countText));
  if (request.provider === 'openai') {
    const outputTokens = countOpenaiTokens(request.quality, findGptPixels(request.aspectRatio, request.size));
    return { ...NOTHING, textInputTokens, outputTokens };
  }
  if (request.provider === 'google') {
    const outputTokens = GOOGLE_IMAGE_TOKENS[findGoogleSize(request)];
    return { ...NOTHING, textInputTokens, outputTokens, thinkingTokens: GOOGLE_THINKING_TOKENS };
  }
  return NOTHING;
}

export const findMaxEditUsage = (provider: PictureProvider, prompt: string): Usage => ({
  textInputTokens: countText(prompt),
  imageInputTokens: EDIT_IMAGE_TOKENS,
  ...(provider === 'openai'
    ? { outputTokens: Math.max(...EDIT_SIZES.map((size) => countOpenaiTokens(EDIT_QUALITY, size))) }
    : { outputTokens: GOOGLE_IMAGE_TOKENS['1K'], thinkingTokens: GOOGLE_THINKING_TOKENS }),
});

/** OpenAI reports a picture's tokens as text. */
export function findMaxDescribeUsage(provider: PictureProvider, model: RegisteredModel): Usage {
  const input =
    provider === 'openai'
      ? { textInputTokens: DESCRIBE_TEXT_TOKENS + DESCRIBE_IMAGE_TOKENS, imageInputTokens: 0 }
      : { textInputTokens: DESCRIBE_TEXT_TOKENS, imageInputTokens: DESCRIBE_IMAGE_TOKENS };
  return { ...input, ...findMaxAnswerUsage(model) };
}

export const findMaxTextUsage = (
  { instructions, request, schema }: TextRequest,
  model: RegisteredModel,
): Usage => ({
  textInputTokens: countText(instructions + request + JSON.stringify(schema)),
  imageInputTokens: 0,
  ...findMaxAnswerUsage(model),
});

/** Thinking counts toward the limit of the answer. */
function findMaxAnswerUsage({ tokenPrices }: RegisteredModel) {
  const thinkingCostsMore = tokenPrices !== undefined && tokenPrices.thinking > tokenPrices.output;
  return thinkingCostsMore
    ? { outputTokens: 0, thinkingTokens: MAX_ANSWER_TOKENS }
    : { outputTokens: MAX_ANSWER_TOKENS };
}

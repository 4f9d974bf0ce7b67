import type { GenerationRequest } from '@portal/contracts/generation-request';
import type { HalfPriceProvider } from '@portal/contracts/half-price';
import { CallFailed } from '../call-provider.ts';
import type { EditRequest } from '../edit-request.ts';
import type { DescribeRequest } from '../describe-request.ts';
import type { HalfPriceAdapter, HalfPriceWork, LineResult } from '../half-price/half-price-adapter.ts';
import type { BatchProvider } from '../half-price/open-half-price.ts';
import { DEFAULT_MODELS } from '../model-registry.ts';
import type { MadeImage, ProviderFailure } from '../provider-answer.ts';
import { createDescribe } from './create-describe.ts';
import { createEdit } from './create-edit.ts';
import { createRequest } from './create-request.ts';

const { signal } = new AbortController();

/** Pictures with these prompts, one a line. */
export function createGenerateWork(
  provider: BatchProvider,
  prompts: readonly string[],
  overrides: Record<string, unknown> = provider === 'openai' ? { quality: 'low' } : {},
): HalfPriceWork {
  const requests = prompts.map((prompt): GenerationRequest =>
    createRequest(provider, { ...overrides, prompt }),
  );
  const { upstreamModel } = DEFAULT_MODELS[requests[0]?.model ?? 'gemini'];
  return {
    kind: 'generate',
    upstreamModel,
    lines: requests.map((request, index) => ({ index, request })),
  };
}

export async function createEditWork(
  provider: HalfPriceProvider,
  overrides: Partial<EditRequest> = {},
): Promise<HalfPriceWork> {
  const { upstreamModel } = DEFAULT_MODELS[`stylizer-${provider}`];
  const request = await createEdit({ outputFormat: 'png', ...overrides });
  return { kind: 'edit', upstreamModel, lines: [{ index: 0, request }] };
}

export async function createDescribeWork(
  provider: HalfPriceProvider,
  overrides: Partial<DescribeRequest> = {},
): Promise<HalfPriceWork> {
  const { upstreamModel } = DEFAULT_MODELS[`keywords-${provider}`];
  const request = await createDescribe(overrides);
  return { kind: 'describe', upstreamModel, lines: [{ index: 0, request }] };
}

/** By index, and how the download failed if it did. */
export async function collect<Made>(results: AsyncIterable<LineResult<Made>>) {
  const answers = new Map<number, LineResult<Made>['answer']>();
  let failure: ProviderFailure | undefined;
  try {
    for await (const { index, answer } of results) answers.set(index, answer);
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    failure = error.failure;
  }
  return { answers: [...answers].toSorted(([one], [other]) => one - other), failure };
}

export const collectPictures = (
  adapter: HalfPriceAdapter,
  name: string,
  contentType: MadeImage['contentType'] = 'image/png',
  wanted?: ReadonlySet<number>,
) =>
  collect(
    adapter.readPictures(name, { contentTypeOf: () => contentType, ...(wanted && { wanted }) }, signal),
  );

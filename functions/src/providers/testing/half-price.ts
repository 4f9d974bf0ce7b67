import type { GenerationRequest } from '@portal/contracts/generation-request';
import type { HalfPriceProvider } from '@portal/contracts/half-price';
import { beforeEach, expect, vi } from 'vitest';
import { CallFailed } from '../call-provider.ts';
import type { EditRequest } from '../edit-request.ts';
import type { DescribeRequest } from '../describe-request.ts';
import type {
  HalfPriceAdapter,
  HalfPriceWork,
  LineResult,
  ProviderBatch,
} from '../half-price/half-price-adapter.ts';
import { DEFAULT_MODELS } from '../model-registry.ts';
import type { MadeImage, ProviderFailure } from '../provider-answer.ts';
import { createDescribe } from './create-describe.ts';
import { createEdit } from './create-edit.ts';
import { createRequest } from './create-request.ts';
import { startSandbox } from './start-sandbox.ts';

const { signal } = new AbortController();

export const PROMPTS = ['a red boat', 'a blue boat', 'a green boat', 'a white boat'];

/** The sandbox, without batches of earlier tests. */
export async function startBatchSandbox() {
  const sandbox = await startSandbox();
  beforeEach(() => sandbox.clear());
  return { sandbox, signal, since: new Date() };
}

/** Pictures with these prompts, one a line. */
export function createGenerateWork(
  provider: HalfPriceProvider,
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

export function expectMade<Made>(answer: { kind: 'made'; made: Made } | { kind: string }): Made {
  expect(answer).toMatchObject({ kind: 'made' });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked above
  return (answer as { made: Made }).made;
}

/** Returns the name of the batch. */
export const createProviderBatch = async (adapter: HalfPriceAdapter, work: HalfPriceWork, id = 'job-1') =>
  expectMade<string>(await adapter.create(id, work, signal));

export async function waitForState(adapter: HalfPriceAdapter, name: string, state: ProviderBatch['state']) {
  await vi.waitFor(async () => expect(await adapter.read(name, signal)).toMatchObject({ made: { state } }));
  return expectMade<ProviderBatch>(await adapter.read(name, signal));
}

/** What is asked for each item of a batch: its own prompt of a list, or the same for all. */
import { MAX_SEED, type GenerationRequest } from '@portal/contracts/generation-request';

/** A request for one picture. */
export function makeItemRequest(
  { prompts, ...request }: GenerationRequest,
  variant: number,
): GenerationRequest {
  const own = prompts?.[variant];
  const prompt = own?.prompt ?? request.prompt;
  if (request.provider !== 'stability') return { ...request, prompt };
  const { negativePrompt, seed } = request;
  return {
    ...request,
    prompt,
    negativePrompt: own?.negativePrompt ?? negativePrompt,
    seed: own?.seed ?? varySeed(seed, variant),
  };
}

/** The same seed would give the same image for every item. */
const varySeed = (seed: number | undefined, variant: number): number | undefined =>
  seed === undefined ? undefined : (seed + variant) % (MAX_SEED + 1);

/** Those of a list keep their prompts and seeds, and get a list of their own. */
export function chooseItems(
  request: GenerationRequest,
  variants: readonly number[],
): { settings: GenerationRequest; variants: readonly number[] } {
  const { prompts } = request;
  if (!prompts) return { settings: { ...request, quantity: variants.length }, variants };
  const chosen = variants.flatMap((variant) => {
    const own = prompts[variant];
    if (!own) return [];
    const asked = makeItemRequest(request, variant);
    const seed = asked.provider === 'stability' ? asked.seed : own.seed;
    return [{ ...own, ...(seed !== undefined && { seed }) }];
  });
  const [first] = chosen;
  return {
    settings: {
      ...request,
      ...(first && { prompt: first.prompt }),
      quantity: chosen.length,
      prompts: chosen,
    },
    variants: [...chosen.keys()],
  };
}

import type { StabilityRequest } from '@portal/contracts/generation-request';
import { checkAccess, CallFailed, callProvider, type ProviderAccess } from './call-provider.ts';
import { finishImage } from './finish-image.ts';
import type { MadeImage, ProviderAnswer } from './provider-answer.ts';

/** Unsupported ratios are cropped from the nearest supported one. */
const NEAREST_RATIOS: Partial<Record<StabilityRequest['aspectRatio'], string>> = {
  '7:4': '16:9',
  '4:7': '9:16',
  '4:3': '5:4',
  '3:4': '4:5',
};

const SIGNS = { refused: /content_moderation/ };

export const makeStabilityAdapter = (access: ProviderAccess) => ({
  check: (signal: AbortSignal) => checkAccess(access, SIGNS, '/v1/user/balance', signal),

  generate: (
    request: StabilityRequest,
    upstreamModel: string,
    signal: AbortSignal,
  ): Promise<ProviderAnswer<MadeImage>> =>
    callProvider({
      access,
      signal,
      signs: SIGNS,
      contentType: /^image\//,
      make: async (fetch) => {
        const answer = await fetch(`${access.baseUrl}/v2beta/stable-image/generate/sd3`, {
          method: 'POST',
          headers: { authorization: `Bearer ${access.apiKey}`, accept: 'image/*' },
          body: makeForm(request, upstreamModel),
        });
        const finishReason = answer.headers.get('finish-reason');
        if (finishReason === 'CONTENT_FILTERED') {
          throw new CallFailed({ kind: 'refused', detail: finishReason });
        }
        const made = await finishImage(
          Buffer.from(await answer.arrayBuffer()),
          `image/${request.outputFormat}`,
          NEAREST_RATIOS[request.aspectRatio] && request.aspectRatio,
        );
        const seed = Number(answer.headers.get('seed') ?? Number.NaN);
        return { kind: 'made', made: Number.isInteger(seed) ? { ...made, seed } : made };
      },
    }),
});

function makeForm(request: StabilityRequest, upstreamModel: string): FormData {
  const fields = {
    prompt: request.prompt,
    mode: 'text-to-image',
    model: upstreamModel,
    aspect_ratio: NEAREST_RATIOS[request.aspectRatio] ?? request.aspectRatio,
    output_format: request.outputFormat,
    style_preset: request.stylePreset,
    cfg_scale: request.cfgScale,
    negative_prompt: request.negativePrompt,
    seed: request.seed,
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== '') form.append(name, String(value));
  }
  return form;
}

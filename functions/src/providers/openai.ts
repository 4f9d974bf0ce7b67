import type { OpenaiRequest } from '@portal/contracts/generation-request';
import { callProvider, type ProviderAccess } from './call-provider.ts';
import { askForImage } from './images-answer.ts';
import type { MadeImage, ProviderAnswer } from './provider-answer.ts';

/** Both edges divide by 16, as the models demand. */
const SIZES: Record<OpenaiRequest['aspectRatio'], string> = {
  '1:1': '1024x1024',
  '3:2': '1536x1024',
  '2:3': '1024x1536',
  '16:9': '1536x864',
  '5:4': '1280x1024',
  '4:5': '1024x1280',
  '7:4': '1792x1024',
  '4:7': '1024x1792',
  '4:3': '1408x1056',
  '3:4': '1056x1408',
};

const SIGNS = {
  refused: /moderation_blocked|content_policy_violation/,
  exhausted: /insufficient_quota|billing_hard_limit_reached|billing_not_active/,
};

export const makeOpenaiAdapter = (access: ProviderAccess) => ({
  generate: (
    request: OpenaiRequest,
    upstreamModel: string,
    signal: AbortSignal,
  ): Promise<ProviderAnswer<MadeImage>> =>
    callProvider({
      access,
      signal,
      signs: SIGNS,
      contentType: /json/,
      make: (fetch) =>
        askForImage(
          access,
          fetch,
          {
            model: upstreamModel,
            prompt: request.prompt,
            quality: request.quality,
            background: request.background,
            size: SIZES[request.aspectRatio],
            output_format: request.outputFormat,
          },
          `image/${request.outputFormat}`,
        ),
    }),
});

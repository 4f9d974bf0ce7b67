import type { OpenaiRequest } from '@portal/contracts/generation-request';
import { findGptPixels } from '@portal/contracts/image-sizes';
import { checkAccess, callProvider, type ProviderAccess } from './call-provider.ts';
import { MAX_ANSWER_TOKENS, DESCRIBED_EDGE, type DescribeRequest } from './describe-request.ts';
import type { EditRequest, OriginalPicture } from './edit-request.ts';
import { askForEdit, requestImage } from './images-answer.ts';
import { preparePicture } from './prepare-picture.ts';
import type { MadeImage, ProviderAnswer } from './provider-answer.ts';
import { deleteResponse, FIRST_PAUSE_MS, waitForResponse } from './wait-for-response.ts';
import { isFinal, readText, requestResponse } from './words-answer.ts';

/** Enough for a style, at a quarter of the price of `high`. */
export const EDIT_QUALITY = 'medium';
/** Maximum sizes of an edit. */
export const EDIT_SIZES = [
  { width: 1024, height: 1024 },
  { width: 1536, height: 1024 },
];

const SIGNS = {
  refused: /moderation_blocked|content_policy_violation/,
  exhausted: /insufficient_quota|billing_hard_limit_reached|billing_not_active/,
};

export const makeOpenaiAdapter = (access: ProviderAccess) => ({
  check: (signal: AbortSignal) => checkAccess(access, SIGNS, '/models', signal),

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
        requestImage(
          access,
          fetch,
          {
            model: upstreamModel,
            prompt: request.prompt,
            quality: request.quality,
            background: request.background,
            size: findSize(request),
            output_format: request.outputFormat,
          },
          `image/${request.outputFormat}`,
        ),
    }),

  edit: (
    { picture, prompt, outputFormat }: EditRequest,
    upstreamModel: string,
    signal: AbortSignal,
  ): Promise<ProviderAnswer<MadeImage>> =>
    callProvider({
      access,
      signal,
      signs: SIGNS,
      contentType: /json/,
      make: async (fetch) => {
        const { bytes, contentType, isTransparent } = await preparePicture(picture, 'kept', signal);
        return askForEdit(
          access,
          fetch,
          {
            model: upstreamModel,
            prompt,
            // The provider sees the name, but uses the type.
            image: new File([new Uint8Array(bytes)], 'picture', { type: contentType }),
            quality: EDIT_QUALITY,
            background: isTransparent && outputFormat !== 'jpeg' ? 'transparent' : 'opaque',
            size: findEditSize(picture),
            output_format: outputFormat,
          },
          `image/${outputFormat}`,
        );
      },
    }),

  /** Works in the background, so that another worker can fetch the answer: `onStarted` gets the id of the response. */
  async describe(
    { picture, instructions, request, schema, schemaName }: DescribeRequest,
    upstreamModel: string,
    signal: AbortSignal,
    onStarted: (id: string) => Promise<void>,
  ): Promise<ProviderAnswer<string>> {
    const started = await callProvider({
      access,
      signal,
      signs: SIGNS,
      contentType: /json/,
      make: async (fetch) => {
        const { bytes, contentType } = await preparePicture(picture, 'on white', signal, DESCRIBED_EDGE);
        const url = `data:${contentType};base64,${bytes.toString('base64')}`;
        return requestResponse(access, fetch, {
          model: upstreamModel,
          instructions,
          input: [
            {
              role: 'user',
              content: [
                // Before the text, so that a repair call gets it from the provider's cache.
                { type: 'input_image', image_url: url, detail: 'auto' },
                { type: 'input_text', text: request },
              ],
            },
          ],
          text: { format: { type: 'json_schema', name: schemaName, schema, strict: true } },
          reasoning: { effort: 'low' },
          max_output_tokens: MAX_ANSWER_TOKENS,
          background: true,
          // Required. Deleted once the answer is stored here.
          store: true,
        });
      },
    });
    if (started.kind !== 'made') return started;
    const { id } = started.made;
    await onStarted(id);
    return isFinal(started.made)
      ? readText(started.made)
      : waitForResponse({ access, signs: SIGNS, signal }, id, FIRST_PAUSE_MS);
  },

  fetchDescription: (id: string, signal: AbortSignal): Promise<ProviderAnswer<string>> =>
    waitForResponse({ access, signs: SIGNS, signal }, id),

  forgetDescription: (id: string, signal: AbortSignal): Promise<ProviderAnswer<undefined>> =>
    deleteResponse({ access, signs: SIGNS, signal }, id),
});

function findSize({ aspectRatio, size }: OpenaiRequest): string {
  const { width, height } = findGptPixels(aspectRatio, size);
  return `${width}x${height}`;
}

/** The largest size of the picture's ratio within 1536 by 1024 or 1024 by 1536; both edges are multiples of 16. */
function findEditSize({ width, height }: OriginalPicture): string {
  const ratio = Math.min(3, Math.max(width, height) / Math.min(width, height));
  const long = Math.min(1536, 1024 * ratio);
  const [across, down] = (width > height ? [long, long / ratio] : [long / ratio, long]).map(
    (edge) => Math.round(edge / 16) * 16,
  );
  return `${across}x${down}`;
}

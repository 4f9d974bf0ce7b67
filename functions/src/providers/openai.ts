import type { OpenaiRequest } from '@portal/contracts/generation-request';
import { askForNothing, callProvider, type ProviderAccess } from './call-provider.ts';
import { MOST_ANSWER_TOKENS, SEEN_EDGE, type DescribeRequest } from './describe-request.ts';
import type { EditRequest, OriginalPicture } from './edit-request.ts';
import { askForEdit, askForImage } from './images-answer.ts';
import { preparePicture } from './prepare-picture.ts';
import type { MadeImage, ProviderAnswer } from './provider-answer.ts';
import { askForWords } from './words-answer.ts';

/** Both edges divide by 16, as the models demand. */
export const SIZES: Record<OpenaiRequest['aspectRatio'], string> = {
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

/** A style shows at a quarter of the price of `high`. */
export const EDIT_QUALITY = 'medium';
/** Edits are no larger than one of these. */
export const EDIT_SIZES = ['1024x1024', '1536x1024'];

const SIGNS = {
  refused: /moderation_blocked|content_policy_violation/,
  exhausted: /insufficient_quota|billing_hard_limit_reached|billing_not_active/,
};

export const makeOpenaiAdapter = (access: ProviderAccess) => ({
  check: (signal: AbortSignal) => askForNothing(access, SIGNS, '/models', signal),

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
        const { bytes, contentType, isTransparent } = await preparePicture(picture, 'kept');
        return askForEdit(
          access,
          fetch,
          {
            model: upstreamModel,
            prompt,
            // The name is theirs to see; the type is what they go by.
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

  describe: (
    { picture, instructions, request, schema, schemaName }: DescribeRequest,
    upstreamModel: string,
    signal: AbortSignal,
  ): Promise<ProviderAnswer<string>> =>
    callProvider({
      access,
      signal,
      signs: SIGNS,
      contentType: /json/,
      make: async (fetch) => {
        const { bytes, contentType } = await preparePicture(picture, 'on white', SEEN_EDGE);
        const url = `data:${contentType};base64,${bytes.toString('base64')}`;
        return askForWords(access, fetch, {
          model: upstreamModel,
          instructions,
          input: [
            {
              role: 'user',
              content: [
                // Before the text, so that of a second question about it this much is remembered.
                { type: 'input_image', image_url: url, detail: 'auto' },
                { type: 'input_text', text: request },
              ],
            },
          ],
          text: { format: { type: 'json_schema', name: schemaName, schema, strict: true } },
          reasoning: { effort: 'low' },
          max_output_tokens: MOST_ANSWER_TOKENS,
          store: false,
        });
      },
    }),
});

/** The largest of the picture's shape within 1536 by 1024, or 1024 by 1536; both edges divide by 16. */
function findEditSize({ width, height }: OriginalPicture): string {
  const ratio = Math.min(3, Math.max(width, height) / Math.min(width, height));
  const long = Math.min(1536, 1024 * ratio);
  const [across, down] = (width > height ? [long, long / ratio] : [long / ratio, long]).map(
    (edge) => Math.round(edge / 16) * 16,
  );
  return `${across}x${down}`;
}

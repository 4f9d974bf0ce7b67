/** The bodies of OpenAI's requests, for calls now and at half price. */
import type { OpenaiRequest } from '@portal/contracts/generation-request';
import { findGptPixels } from '@portal/contracts/image-sizes';
import type { ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses';
import { MAX_ANSWER_TOKENS, type TextRequest } from './describe-request.ts';
import type { EditRequest, OriginalPicture } from './edit-request.ts';

/** Enough for a style, at a quarter of the price of `high`. */
export const EDIT_QUALITY = 'medium' as const;
/** Maximum sizes of an edit. */
export const EDIT_SIZES = [
  { width: 1024, height: 1024 },
  { width: 1536, height: 1024 },
];

export const makeImageParams = (request: OpenaiRequest, upstreamModel: string) => ({
  model: upstreamModel,
  prompt: request.prompt,
  quality: request.quality,
  background: request.background,
  size: findSize(request),
  output_format: request.outputFormat,
});

/** All but the picture. `isTransparent`: in parts, as it is sent. */
export const makeEditParams = (
  { picture, prompt, outputFormat }: EditRequest,
  upstreamModel: string,
  isTransparent: boolean,
) => ({
  model: upstreamModel,
  prompt,
  quality: EDIT_QUALITY,
  background: isTransparent && outputFormat !== 'jpeg' ? ('transparent' as const) : ('opaque' as const),
  size: findEditSize(picture),
  output_format: outputFormat,
});

/**
 * Of the three sizes that an edit as JSON has (EditImageBodyJsonParam in https://github.com/openai/openai-openapi), the one with the
 * ratio closest to the picture's.
 */
export function findJsonEditSize({ width, height }: OriginalPicture): string {
  if (Math.max(width, height) / Math.min(width, height) < Math.sqrt(1.5)) return '1024x1024';
  return width > height ? '1536x1024' : '1024x1536';
}

/** `picture`: as a data URL, if the request is about one. */
export const makeTextParams = (
  { instructions, request, schema, schemaName }: TextRequest,
  upstreamModel: string,
  picture?: string,
): ResponseCreateParamsNonStreaming => ({
  model: upstreamModel,
  instructions,
  input: [
    {
      role: 'user',
      content: [
        // Before the text, so that a repair call gets it from the provider's cache.
        ...(picture === undefined
          ? []
          : [{ type: 'input_image' as const, image_url: picture, detail: 'auto' as const }]),
        { type: 'input_text', text: request },
      ],
    },
  ],
  text: { format: { type: 'json_schema', name: schemaName, schema, strict: true } },
  reasoning: { effort: 'low' },
  max_output_tokens: MAX_ANSWER_TOKENS,
});

export const makeDataUrl = ({ bytes, contentType }: { bytes: Buffer; contentType: string }): string =>
  `data:${contentType};base64,${bytes.toString('base64')}`;

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

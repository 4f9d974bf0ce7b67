/**
 * Pixels of the sizes that a request can ask for, read in November 2026. Not verified against the services: Google's tokens at 2K, and
 * xAI's price at 2k.
 * OpenAI: `openai` 7.55 `resources/images.d.ts`; pixels and prices:
 * https://community.openai.com/t/gpt-image-2-output-pricing-calculator-online-and-in-your-code/1382699
 * Google: `@google/genai` 3.1 `ImageConfig.imageSize`; tokens: https://inference.sh/apps/google/gemini-nano-banana-2-1.md and
 * https://fal.ai/learn/tools/nano-banana-api (1K and 4K)
 * xAI: https://docs.comfy.org/zh/development/comfy-router/models/xai/grok-imagine-image-2-0/code; its price, which one reseller lists as
 * at 1k: https://docs.laozhang.ai/announcements/grok-imagine-2-2026-08
 * Stability: its endpoint has no field for a size.
 */
import {
  type GenerationRequest,
  type GPT_ASPECT_RATIOS,
  type ImageSize,
  type IMAGEN_ASPECT_RATIOS,
  LARGER_SIZES,
} from './generation-request.ts';

type Edges = readonly [width: number, height: number];

export interface Pixels {
  width: number;
  height: number;
}

/**
 * Both edges are multiples of 16. 2K is the smallest size of the exact ratio with 4 megapixels, the minimum of stock agencies;
 * 4K the largest within the model's 8,294,400 pixels and 3,840 per edge.
 */
const GPT_EDGES: Record<(typeof GPT_ASPECT_RATIOS)[number], Record<'standard' | ImageSize, Edges>> = {
  '1:1': { standard: [1024, 1024], '2K': [2048, 2048], '4K': [2880, 2880] },
  '3:2': { standard: [1536, 1024], '2K': [2496, 1664], '4K': [3504, 2336] },
  '2:3': { standard: [1024, 1536], '2K': [1664, 2496], '4K': [2336, 3504] },
  '16:9': { standard: [1536, 864], '2K': [2816, 1584], '4K': [3840, 2160] },
  '5:4': { standard: [1280, 1024], '2K': [2240, 1792], '4K': [3200, 2560] },
  '4:5': { standard: [1024, 1280], '2K': [1792, 2240], '4K': [2560, 3200] },
  '7:4': { standard: [1792, 1024], '2K': [2688, 1536], '4K': [3808, 2176] },
  '4:7': { standard: [1024, 1792], '2K': [1536, 2688], '4K': [2176, 3808] },
  '4:3': { standard: [1408, 1056], '2K': [2368, 1776], '4K': [3264, 2448] },
  '3:4': { standard: [1056, 1408], '2K': [1776, 2368], '4K': [2448, 3264] },
};

/** At 1K; the edges of 2K and 4K are two and four times as long. */
const IMAGEN_EDGES: Record<(typeof IMAGEN_ASPECT_RATIOS)[number], Edges> = {
  '1:1': [1024, 1024],
  '3:4': [896, 1200],
  '4:3': [1200, 896],
  '9:16': [768, 1376],
  '16:9': [1376, 768],
};

/** The edge of Grok's square at 1K. No ratio is sent, and its documented default is `auto`: not every picture is square. */
const GROK_EDGE = 1024;

const SCALES = { '1K': 1, '2K': 2, '4K': 4 } as const;
type GoogleSize = keyof typeof SCALES;

/** The fields of a request, or of an unfinished form, that determine its pixels. */
export interface Sized {
  provider: GenerationRequest['provider'];
  model: string;
  version?: string | undefined;
  aspectRatio?: string | undefined;
  size?: ImageSize | undefined;
}

/** Ultra is 2K already. */
export const findGoogleSize = ({ model, version, size }: Sized): GoogleSize =>
  size ?? (model === 'imagen4' && version === 'ultra' ? '2K' : '1K');

export const findGptPixels = (aspectRatio: keyof typeof GPT_EDGES, size?: ImageSize): Pixels =>
  scale(GPT_EDGES[aspectRatio][size ?? 'standard'], 1);

/** Undefined for an unknown ratio, and for models of a single size. */
export function findPixels(sized: Sized): Pixels | undefined {
  const { provider, aspectRatio = '1:1', size } = sized;
  if (provider === 'openai')
    return isKey(GPT_EDGES, aspectRatio) ? findGptPixels(aspectRatio, size) : undefined;
  if (provider === 'google')
    return isKey(IMAGEN_EDGES, aspectRatio)
      ? scale(IMAGEN_EDGES[aspectRatio], SCALES[findGoogleSize(sized)])
      : undefined;
  return provider === 'xai' ? scale([GROK_EDGE, GROK_EDGE], SCALES[size ?? '1K']) : undefined;
}

/** The sizes that make a larger picture than the request without a size. */
export const listLargerSizes = (sized: Omit<Sized, 'size'>): readonly ImageSize[] =>
  LARGER_SIZES[sized.provider].filter(
    (size) => sized.provider !== 'google' || size !== findGoogleSize(sized),
  );

const isKey = <Key extends string>(table: Record<Key, unknown>, key: string): key is Key =>
  Object.hasOwn(table, key);

const scale = ([width, height]: Edges, factor: number): Pixels => ({
  width: width * factor,
  height: height * factor,
});

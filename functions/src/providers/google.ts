import type { GoogleRequest } from '@portal/contracts/generation-request';
import { findGoogleSize } from '@portal/contracts/image-sizes';
import type { GenerateContentParameters } from '@google/genai';
import { checkAccess, callProvider, type ProviderAccess } from './call-provider.ts';
import { MAX_ANSWER_TOKENS, DESCRIBED_EDGE, type DescribeRequest } from './describe-request.ts';
import type { EditRequest, OriginalPicture } from './edit-request.ts';
import { readImage, readWords } from './google-answer.ts';
import { preparePicture } from './prepare-picture.ts';
import type { MadeImage, ProviderAnswer } from './provider-answer.ts';

const PERSON_GENERATIONS = {
  dont_allow: 'ALLOW_NONE',
  allow_adult: 'ALLOW_ADULT',
  allow_all: 'ALLOW_ALL',
} as const;

const RATIOS: readonly (readonly [number, number])[] = [
  [1, 1],
  [2, 3],
  [3, 2],
  [3, 4],
  [4, 3],
  [4, 5],
  [5, 4],
  [9, 16],
  [16, 9],
  [21, 9],
];

const SIGNS = {
  keyRejected: /API_KEY_INVALID|API key expired|FAILED_PRECONDITION/,
  exhausted: /PerDay/,
};

export const makeGoogleAdapter = (access: ProviderAccess) => ({
  check: (signal: AbortSignal) =>
    checkAccess(access, SIGNS, '/v1beta/models?pageSize=1', signal, {
      'x-goog-api-key': access.apiKey,
    }),

  async generate(
    request: GoogleRequest,
    upstreamModel: string,
    signal: AbortSignal,
  ): Promise<ProviderAnswer<MadeImage>> {
    const personGeneration = PERSON_GENERATIONS[request.personGeneration];
    const ask = (isLimited: boolean) =>
      askForContent(
        access,
        signal,
        () => ({
          model: upstreamModel,
          contents: request.prompt,
          config: {
            responseModalities: ['IMAGE'],
            imageConfig: { aspectRatio: request.aspectRatio, imageSize: findGoogleSize(request) },
            // The API accepts it; the SDK passes it only this way.
            ...(isLimited && {
              httpOptions: { extraBody: { generationConfig: { imageConfig: { personGeneration } } } },
            }),
          },
        }),
        (answer) => readImage(answer, `image/${request.outputFormat}`),
      );
    const answer = await ask(true);
    // A request that was not accepted is not charged.
    return isAboutPersonGeneration(answer) ? ask(false) : answer;
  },

  edit: (
    { picture, prompt, outputFormat }: EditRequest,
    upstreamModel: string,
    signal: AbortSignal,
  ): Promise<ProviderAnswer<MadeImage>> =>
    askForContent(
      access,
      signal,
      async () => ({
        model: upstreamModel,
        contents: [await makePicturePart(picture, signal), { text: prompt }],
        config: {
          responseModalities: ['IMAGE'],
          imageConfig: { aspectRatio: findNearestRatio(picture), imageSize: '1K' },
        },
      }),
      (answer) => readImage(answer, `image/${outputFormat}`),
    ),

  describe: (
    { picture, instructions, request, schema }: DescribeRequest,
    upstreamModel: string,
    signal: AbortSignal,
  ): Promise<ProviderAnswer<string>> =>
    askForContent(
      access,
      signal,
      async () => {
        const { ThinkingLevel } = await import('@google/genai');
        return {
          model: upstreamModel,
          contents: [await makePicturePart(picture, signal, DESCRIBED_EDGE), { text: request }],
          config: {
            systemInstruction: instructions,
            responseMimeType: 'application/json',
            responseJsonSchema: schema,
            thinkingConfig: { thinkingLevel: ThinkingLevel.LOW },
            maxOutputTokens: MAX_ANSWER_TOKENS,
          },
        };
      },
      readWords,
    ),
});

/**
 * Some models and regions refuse the setting, or one of its values: 400 INVALID_ARGUMENT with `allow_all for personGeneration
 * is currently not supported.`, or with `Unknown name "personGeneration" at 'generation_config.image_config'`. See
 * docs/decisions/033.
 */
const isAboutPersonGeneration = (answer: ProviderAnswer<unknown>): boolean =>
  answer.kind === 'bad-request' &&
  /INVALID_ARGUMENT/.test(answer.detail) &&
  /personGeneration/.test(answer.detail);

const askForContent = <Made>(
  access: ProviderAccess,
  signal: AbortSignal,
  makeOrder: () => GenerateContentParameters | Promise<GenerateContentParameters>,
  read: (answer: unknown) => ProviderAnswer<Made> | Promise<ProviderAnswer<Made>>,
): Promise<ProviderAnswer<Made>> =>
  callProvider({
    access,
    signal,
    signs: SIGNS,
    contentType: /json/,
    make: async (fetch) => {
      const { GoogleGenAI } = await import('@google/genai');
      const client = new GoogleGenAI({
        apiKey: access.apiKey,
        vertexai: false,
        // Image settings are documented for v1beta. Without retryOptions the SDK does not retry.
        httpOptions: { baseUrl: access.baseUrl, apiVersion: 'v1beta', fetch },
      });
      return read(await client.models.generateContent(await makeOrder()));
    },
  });

async function makePicturePart(
  picture: DescribeRequest['picture'],
  signal: AbortSignal,
  longestEdge?: number,
) {
  // The model ignores transparency and would see black instead.
  const { bytes, contentType } = await preparePicture(picture, 'on white', signal, longestEdge);
  return { inlineData: { mimeType: contentType, data: bytes.toString('base64') } };
}

/** The model's ratio that is closest to the picture's. */
function findNearestRatio({ width, height }: OriginalPicture): string {
  const distance = ([across, down]: readonly [number, number]) =>
    Math.abs(Math.log((across * height) / (down * width)));
  return RATIOS.reduce((best, each) => (distance(each) < distance(best) ? each : best)).join(':');
}

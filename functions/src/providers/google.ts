import type { GoogleRequest } from '@portal/contracts/generation-request';
import type { GenerateContentParameters, Part } from '@google/genai';
import { checkAccess, callProvider, type ProviderAccess } from './call-provider.ts';
import { DESCRIBED_EDGE, type DescribeRequest, type TextRequest } from './describe-request.ts';
import type { EditRequest } from './edit-request.ts';
import { readImage, readWords } from './google-answer.ts';
import {
  GOOGLE_SIGNS,
  makeEditConfig,
  makeImageConfig,
  makePicturePart,
  makeTextConfig,
  PERSON_GENERATIONS,
} from './google-params.ts';
import { openGoogle } from './open-google.ts';
import { preparePicture } from './prepare-picture.ts';
import type { MadeImage, ProviderAnswer } from './provider-answer.ts';

export const makeGoogleAdapter = (access: ProviderAccess) => ({
  check: (signal: AbortSignal) =>
    checkAccess(access, GOOGLE_SIGNS, '/v1beta/models?pageSize=1', signal, {
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
            ...makeImageConfig(request),
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
        contents: [await preparePart(picture, signal), { text: prompt }],
        config: makeEditConfig(picture),
      }),
      (answer) => readImage(answer, `image/${outputFormat}`),
    ),

  describe: (
    { picture, ...request }: DescribeRequest,
    upstreamModel: string,
    signal: AbortSignal,
  ): Promise<ProviderAnswer<string>> =>
    askForWords(access, signal, upstreamModel, request, () => preparePart(picture, signal, DESCRIBED_EDGE)),

  write: (
    request: TextRequest,
    upstreamModel: string,
    signal: AbortSignal,
  ): Promise<ProviderAnswer<string>> => askForWords(access, signal, upstreamModel, request),
});

const askForWords = (
  access: ProviderAccess,
  signal: AbortSignal,
  model: string,
  { instructions, request, schema }: TextRequest,
  makePart?: () => Promise<Part>,
): Promise<ProviderAnswer<string>> =>
  askForContent(
    access,
    signal,
    async () => {
      const { ThinkingLevel } = await import('@google/genai');
      return {
        model,
        contents: [...(makePart ? [await makePart()] : []), { text: request }],
        config: {
          ...makeTextConfig({ schema }),
          systemInstruction: instructions,
          thinkingConfig: { thinkingLevel: ThinkingLevel.LOW },
        },
      };
    },
    readWords,
  );

/**
 * Some models and regions refuse the setting, or one of its values: 400 INVALID_ARGUMENT with `allow_all for personGeneration
 * is currently not supported.`, or with `Unknown name "personGeneration" at 'generation_config.image_config'`. See
 * docs/decisions/014.
 */
const isAboutPersonGeneration = (answer: ProviderAnswer<unknown>): boolean =>
  answer.kind === 'bad-request' &&
  /INVALID_ARGUMENT/.test(answer.detail) &&
  /personGeneration/.test(answer.detail);

const askForContent = <Made>(
  access: ProviderAccess,
  signal: AbortSignal,
  makeParams: () => GenerateContentParameters | Promise<GenerateContentParameters>,
  read: (answer: unknown) => ProviderAnswer<Made> | Promise<ProviderAnswer<Made>>,
): Promise<ProviderAnswer<Made>> =>
  callProvider({
    access,
    signal,
    signs: GOOGLE_SIGNS,
    contentType: /json/,
    make: async (fetch) => {
      const client = await openGoogle(access, fetch);
      return read(await client.models.generateContent(await makeParams()));
    },
  });

async function preparePart(picture: DescribeRequest['picture'], signal: AbortSignal, longestEdge?: number) {
  // The model ignores transparency and would see black instead.
  return makePicturePart(await preparePicture(picture, 'on white', signal, longestEdge));
}

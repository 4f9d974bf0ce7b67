import type { OpenaiRequest } from '@portal/contracts/generation-request';
import { checkAccess, callProvider, type ProviderAccess } from './call-provider.ts';
import { DESCRIBED_EDGE, type DescribeRequest, type TextRequest } from './describe-request.ts';
import type { EditRequest } from './edit-request.ts';
import { requestEdit, requestImage } from './images-answer.ts';
import { OPENAI_SIGNS } from './open-openai.ts';
import { makeDataUrl, makeEditParams, makeImageParams, makeTextParams } from './openai-params.ts';
import { preparePicture } from './prepare-picture.ts';
import type { MadeImage, ProviderAnswer } from './provider-answer.ts';
import { deleteResponse, FIRST_PAUSE_MS, waitForResponse } from './wait-for-response.ts';
import { isFinal, readText, requestResponse } from './text-answer.ts';

export const makeOpenaiAdapter = (access: ProviderAccess) => ({
  check: (signal: AbortSignal) => checkAccess(access, OPENAI_SIGNS, '/models', signal),

  generate: (
    request: OpenaiRequest,
    upstreamModel: string,
    signal: AbortSignal,
  ): Promise<ProviderAnswer<MadeImage>> =>
    callProvider({
      access,
      signal,
      signs: OPENAI_SIGNS,
      contentType: /json/,
      make: (fetch) =>
        requestImage(access, fetch, makeImageParams(request, upstreamModel), `image/${request.outputFormat}`),
    }),

  edit: (
    request: EditRequest,
    upstreamModel: string,
    signal: AbortSignal,
  ): Promise<ProviderAnswer<MadeImage>> =>
    callProvider({
      access,
      signal,
      signs: OPENAI_SIGNS,
      contentType: /json/,
      make: async (fetch) => {
        const { bytes, contentType, isTransparent } = await preparePicture(request.picture, 'kept', signal);
        return requestEdit(
          access,
          fetch,
          {
            ...makeEditParams(request, upstreamModel, isTransparent),
            // The provider sees the name, but uses the type.
            image: new File([new Uint8Array(bytes)], 'picture', { type: contentType }),
          },
          `image/${request.outputFormat}`,
        );
      },
    }),

  /** Works in the background, so that another worker can fetch the answer: `onStarted` gets the id of the response. */
  async describe(
    request: DescribeRequest,
    upstreamModel: string,
    signal: AbortSignal,
    onStarted: (id: string) => Promise<void>,
  ): Promise<ProviderAnswer<string>> {
    const started = await callProvider({
      access,
      signal,
      signs: OPENAI_SIGNS,
      contentType: /json/,
      make: async (fetch) => {
        const picture = await preparePicture(request.picture, 'on white', signal, DESCRIBED_EDGE);
        return requestResponse(access, fetch, {
          ...makeTextParams(request, upstreamModel, makeDataUrl(picture)),
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
      : waitForResponse({ access, signs: OPENAI_SIGNS, signal }, id, FIRST_PAUSE_MS);
  },

  /** Waits for the answer, which the provider does not store. */
  async write(
    request: TextRequest,
    upstreamModel: string,
    signal: AbortSignal,
  ): Promise<ProviderAnswer<string>> {
    const answer = await callProvider({
      access,
      signal,
      signs: OPENAI_SIGNS,
      contentType: /json/,
      make: (fetch) =>
        requestResponse(access, fetch, { ...makeTextParams(request, upstreamModel), store: false }),
    });
    return answer.kind === 'made' ? readText(answer.made) : answer;
  },

  fetchDescription: (id: string, signal: AbortSignal): Promise<ProviderAnswer<string>> =>
    waitForResponse({ access, signs: OPENAI_SIGNS, signal }, id),

  forgetDescription: (id: string, signal: AbortSignal): Promise<ProviderAnswer<undefined>> =>
    deleteResponse({ access, signs: OPENAI_SIGNS, signal }, id),
});

/** The Gemini API: generateContent for images and for text about images, and the list of models. */
import { RejectedRequest } from '../http/reply.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { ProviderApi } from '../images/provider-api.ts';
import { googleError, makeGoogleErrors } from './google-errors.ts';
import { listModels } from './list-models.ts';
import { readDescribeJob, textModels } from './read-describe-job.ts';
import { imageModel, readImageJob } from './read-image-job.ts';

/** The SDK uses v1 by default. */
const modelPath = /^\/google\/v1(?:beta)?\/models\/([^/:]+):generateContent$/;

const listPath = /^\/google\/v1(?:beta)?\/models$/;

const findModel = ({ url }: HttpRequest) => modelPath.exec(url.pathname)?.[1];

export const googleApi: ProviderApi = {
  provider: 'google',
  errors: makeGoogleErrors(imageModel, 'IMAGE_SAFETY'),
  findOperation(incoming) {
    if (listPath.test(incoming.url.pathname)) return 'check';
    if (textModels.includes(findModel(incoming) ?? '')) return 'describe';
    return incoming.body.includes('"inlineData"') ? 'edit' : 'generate';
  },
  readKey: ({ headers, url }) => headers.get('x-goog-api-key') ?? url.searchParams.get('key') ?? '',
  async readJob(incoming) {
    if (incoming.method === 'GET' && listPath.test(incoming.url.pathname)) return listModels(incoming);
    const model = findModel(incoming);
    if (incoming.method !== 'POST' || model === undefined) {
      throw new RejectedRequest(googleError(404, 'NOT_FOUND', 'Path not found.'));
    }
    if (model === imageModel) return readImageJob(incoming);
    if (textModels.includes(model)) return readDescribeJob(incoming, model);
    throw new RejectedRequest(
      googleError(404, 'NOT_FOUND', `models/${model} is not found, or not supported for generateContent.`),
    );
  },
};

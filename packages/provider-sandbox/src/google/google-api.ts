/** The Gemini API: generateContent for images and for text about images, and the list of models. */
import { jsonReply, RejectedRequest } from '../http/reply.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { CheckJob, ProviderApi } from '../images/provider-api.ts';
import { googleError, invalidArgument, makeGoogleErrors } from './google-errors.ts';
import { readDescribeJob, textModel } from './read-describe-job.ts';
import { imageModel, readImageJob } from './read-image-job.ts';

const listPath = '/google/v1beta/models';
const modelPath = /^\/google\/v1beta\/models\/([^/:]+):generateContent$/;

const findModel = ({ url }: HttpRequest) => modelPath.exec(url.pathname)?.[1];

export const googleApi: ProviderApi = {
  provider: 'google',
  errors: makeGoogleErrors(imageModel, 'IMAGE_SAFETY'),
  findOperation(incoming) {
    if (incoming.url.pathname === listPath) return 'check';
    if (findModel(incoming) === textModel) return 'describe';
    return incoming.body.includes('"inlineData"') ? 'edit' : 'generate';
  },
  readKey: ({ headers }) => headers.get('x-goog-api-key') ?? '',
  async readJob(incoming) {
    if (incoming.method === 'GET' && incoming.url.pathname === listPath) return listModels(incoming);
    const model = findModel(incoming);
    if (incoming.method !== 'POST' || model === undefined) {
      throw new RejectedRequest(googleError(404, 'NOT_FOUND', 'Path not found.'));
    }
    if (model === imageModel) return readImageJob(incoming);
    if (model === textModel) return readDescribeJob(incoming);
    throw new RejectedRequest(
      googleError(404, 'NOT_FOUND', `models/${model} is not found, or not supported for generateContent.`),
    );
  },
};

/** It is free, so clients use it to check a key. */
function listModels({ url }: HttpRequest): CheckJob {
  if (url.search !== '?pageSize=1') {
    throw new RejectedRequest(invalidArgument('The sandbox lists models with pageSize=1 only.', ''));
  }
  const models = [{ name: `models/${imageModel}`, supportedGenerationMethods: ['generateContent'] }];
  return { operation: 'check', answer: jsonReply(200, { models, nextPageToken: 'the rest' }) };
}

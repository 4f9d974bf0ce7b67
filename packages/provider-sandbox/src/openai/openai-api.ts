/** The OpenAI API: image generations and edits, Responses, and the list of models. */
import type { Operation } from '../control/faults.ts';
import { readBearer, type HttpRequest } from '../http/http-request.ts';
import { jsonReply, RejectedRequest } from '../http/reply.ts';
import type { CheckJob, ProviderApi } from '../images/provider-api.ts';
import { openAiError, openAiErrors, openAiHeaders } from './errors.ts';
import { IMAGE_MODELS, TEXT_MODEL } from './models.ts';
import { readEdit, readGeneration } from './read-image-job.ts';
import { readResponseJob } from './read-response-job.ts';
import { ResponseStore } from './response-store.ts';

/** In seconds. */
const RELEASED_AT = 1_788_825_600;
const modelsPath = '/openai/v1/models';
const editsPath = '/openai/v1/images/edits';
const responsesPath = '/openai/v1/responses';
const operations = new Map<string, Operation>([
  [modelsPath, 'check'],
  [editsPath, 'edit'],
  [responsesPath, 'describe'],
]);
const readKey = (incoming: HttpRequest) => readBearer(incoming) ?? '';

export const makeOpenAiApi = (responses: ResponseStore): ProviderApi => ({
  provider: 'openai',
  errors: openAiErrors,
  readKey,
  findOperation: ({ url }) =>
    ResponseStore.hasPath(url.pathname) ? 'fetch' : (operations.get(url.pathname) ?? 'generate'),
  async readJob(incoming) {
    switch (`${incoming.method} ${incoming.url.pathname}`) {
      case 'POST /openai/v1/images/generations':
        return readGeneration(incoming);
      case `GET ${modelsPath}`:
        return listModels();
      case `POST ${editsPath}`:
        return readEdit(incoming);
      case `POST ${responsesPath}`:
        return readResponseJob(incoming, readKey(incoming), responses);
      default: {
        const answer = ResponseStore.hasPath(incoming.url.pathname)
          ? responses.serve(incoming.method, incoming.url.pathname, readKey(incoming))
          : undefined;
        if (answer) return { operation: 'fetch', answer };
        throw new RejectedRequest(
          openAiError(404, {
            message: `Invalid URL (${incoming.method} ${incoming.url.pathname})`,
            type: 'invalid_request_error',
          }),
        );
      }
    }
  },
});

/** It is free, so clients use it to check a key. */
function listModels(): CheckJob {
  const data = [...IMAGE_MODELS, TEXT_MODEL].map((id) => ({
    id,
    object: 'model',
    created: RELEASED_AT,
    owned_by: 'system',
  }));
  return { operation: 'check', answer: jsonReply(200, { object: 'list', data }, openAiHeaders()) };
}

/** The OpenAI API: image generations and edits, Responses, and the list of models. */
import type { Operation } from '../control/faults.ts';
import { RejectedRequest } from '../http/reply.ts';
import { isContentType, parseJson, readBearer, type HttpRequest } from '../http/http-request.ts';
import type { ImageJob, ProviderApi } from '../images/provider-api.ts';
import { openAiError, openAiErrors } from './errors.ts';
import { listModels } from './list-models.ts';
import type { Fields } from './read-fields.ts';
import { readImageFields } from './read-image-job.ts';
import { readJsonEdit } from './read-json-edit.ts';
import { readOriginals } from './read-originals.ts';
import { readResponseJob } from './read-response-job.ts';
import { ResponseStore } from './response-store.ts';
import { z } from 'zod';

const modelsPath = '/openai/v1/models';
const editsPath = '/openai/v1/images/edits';
const responsesPath = '/openai/v1/responses';
const FieldsSchema = z.record(z.string(), z.unknown());
const operations = new Map<string, Operation>([
  [modelsPath, 'check'],
  [editsPath, 'edit'],
  [responsesPath, 'describe'],
]);
const readKey = (incoming: HttpRequest) => readBearer(incoming) ?? '';
const wholeNumbers = new Set(['n', 'output_compression']);

export const makeOpenAiApi = (responses: ResponseStore): ProviderApi => ({
  provider: 'openai',
  errors: openAiErrors,
  readKey,
  findOperation: ({ url }) =>
    ResponseStore.hasPath(url.pathname) ? 'fetch' : (operations.get(url.pathname) ?? 'generate'),
  async readJob(incoming) {
    switch (`${incoming.method} ${incoming.url.pathname}`) {
      case 'POST /openai/v1/images/generations':
        return readImageFields(readJsonFields(incoming), []);
      case `GET ${modelsPath}`:
        return listModels();
      case `POST ${editsPath}`:
        return readEdit(incoming);
      case `POST ${responsesPath}`:
        return readResponseJob(readJsonFields(incoming), readKey(incoming), responses);
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

function readJsonFields(incoming: HttpRequest): Fields {
  const fields = FieldsSchema.safeParse(parseJson(incoming.body));
  if (!isContentType(incoming, 'application/json') || !fields.success) {
    throw new RejectedRequest(
      openAiError(400, {
        message: 'We could not parse the JSON body of your request.',
        type: 'invalid_request_error',
      }),
    );
  }
  return fields.data;
}

async function readEdit(incoming: HttpRequest): Promise<ImageJob> {
  if (isContentType(incoming, 'application/json')) return readJsonEdit(readJsonFields(incoming));
  const form = isContentType(incoming, 'multipart/form-data') ? await readFormData(incoming) : undefined;
  if (!form) {
    throw new RejectedRequest(
      openAiError(400, {
        message: 'The request body must be multipart/form-data or JSON.',
        type: 'invalid_request_error',
      }),
    );
  }
  return readImageFields(toFields(form), await readOriginals(form));
}

/** Keeps the declared type of each file; undefined if the body is malformed. */
const readFormData = ({ headers, body }: HttpRequest): Promise<FormData | undefined> =>
  new Response(new Uint8Array(body), { headers: { 'content-type': headers.get('content-type') ?? '' } })
    .formData()
    .catch(() => undefined);

/** The fields without files. Forms have only text, so integers are parsed, as the service does. */
function toFields(form: FormData): Fields {
  return Object.fromEntries(
    [...form]
      .filter(([name]) => name !== 'image' && name !== 'image[]')
      .map(([name, value]) => [name, wholeNumbers.has(name) && isWhole(value) ? Number(value) : value]),
  );
}

const isWhole = (value: File | string) => typeof value === 'string' && /^-?\d+$/.test(value);

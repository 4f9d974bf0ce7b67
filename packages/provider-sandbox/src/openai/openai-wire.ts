/** The OpenAI API: the generations and edits of Images, Responses, and the list of models. */
import type { Operation } from '../control/faults.ts';
import { TurnedDown } from '../http/answer.ts';
import { isContentType, parseJson, readBearer, type Incoming } from '../http/incoming.ts';
import type { ImageOrder, ImageWire } from '../images/image-wire.ts';
import { openAiError, openAiErrors } from './errors.ts';
import { listModels } from './list-models.ts';
import type { Fields } from './read-fields.ts';
import { readImageFields } from './read-order.ts';
import { readOriginals } from './read-originals.ts';
import { readResponseOrder } from './read-response-order.ts';
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
const wholeNumbers = new Set(['n', 'output_compression']);

export const openAiWire: ImageWire = {
  provider: 'openai',
  errors: openAiErrors,
  readKey: (incoming) => readBearer(incoming) ?? '',
  findOperation: ({ url }) => operations.get(url.pathname) ?? 'generate',
  async readOrder(incoming) {
    switch (`${incoming.method} ${incoming.url.pathname}`) {
      case 'POST /openai/v1/images/generations':
        return readImageFields(readJsonFields(incoming), []);
      case `GET ${modelsPath}`:
        return listModels();
      case `POST ${editsPath}`:
        return readEdit(incoming);
      case `POST ${responsesPath}`:
        return readResponseOrder(readJsonFields(incoming));
      default:
        throw new TurnedDown(
          openAiError(404, {
            message: `Invalid URL (${incoming.method} ${incoming.url.pathname})`,
            type: 'invalid_request_error',
          }),
        );
    }
  },
};

function readJsonFields(incoming: Incoming): Fields {
  const fields = FieldsSchema.safeParse(parseJson(incoming.body));
  if (!isContentType(incoming, 'application/json') || !fields.success) {
    throw new TurnedDown(
      openAiError(400, { message: 'The body is no JSON object.', type: 'invalid_request_error' }),
    );
  }
  return fields.data;
}

async function readEdit(incoming: Incoming): Promise<ImageOrder> {
  const form = isContentType(incoming, 'multipart/form-data') ? await readFormData(incoming) : undefined;
  if (!form) {
    throw new TurnedDown(
      openAiError(400, { message: 'The body is no multipart form.', type: 'invalid_request_error' }),
    );
  }
  return readImageFields(toFields(form), await readOriginals(form));
}

/** With the type that each file is said to be; undefined when the body is broken. */
const readFormData = ({ headers, body }: Incoming): Promise<FormData | undefined> =>
  new Response(new Uint8Array(body), { headers: { 'content-type': headers.get('content-type') ?? '' } })
    .formData()
    .catch(() => undefined);

/** What is not a picture. A form has only text: whole numbers are numbers again, as the service reads them. */
function toFields(form: FormData): Fields {
  return Object.fromEntries(
    [...form]
      .filter(([name]) => name !== 'image' && name !== 'image[]')
      .map(([name, value]) => [name, wholeNumbers.has(name) && isWhole(value) ? Number(value) : value]),
  );
}

const isWhole = (value: File | string) => typeof value === 'string' && /^-?\d+$/.test(value);

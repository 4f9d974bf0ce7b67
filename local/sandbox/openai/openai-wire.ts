/** The OpenAI Images API: generations and edits. */
import { TurnedDown } from '../http/answer.ts';
import { isContentType, parseJson, readBearer, type Incoming } from '../http/incoming.ts';
import { readForm, type Form } from '../http/read-form.ts';
import type { ImageOrder, ImageWire } from '../images/image-wire.ts';
import { invalidRequest, openAiError, openAiErrors } from './errors.ts';
import type { Fields } from './read-fields.ts';
import { readImageFields } from './read-order.ts';
import { z } from 'zod';

const FieldsSchema = z.record(z.string(), z.unknown());
const inputImageLimit = 16;
const inputBytesLimit = 50 * 1024 * 1024;
const wholeNumbers = new Set(['n', 'output_compression']);
const tokensOfAnInputImage = 323;

export const openAiWire: ImageWire = {
  provider: 'openai',
  errors: openAiErrors,
  readKey: (incoming) => readBearer(incoming) ?? '',
  readOrder(incoming) {
    switch (`${incoming.method} ${incoming.url.pathname}`) {
      case 'POST /openai/v1/images/generations':
        return Promise.resolve(readGeneration(incoming));
      case 'POST /openai/v1/images/edits':
        return readEdit(incoming);
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

function readGeneration(incoming: Incoming): ImageOrder {
  const fields = FieldsSchema.safeParse(parseJson(incoming.body));
  if (!isContentType(incoming, 'application/json') || !fields.success) {
    throw new TurnedDown(
      openAiError(400, { message: 'The body is no JSON object.', type: 'invalid_request_error' }),
    );
  }
  return readImageFields(fields.data, 'generate', 0);
}

async function readEdit(incoming: Incoming): Promise<ImageOrder> {
  const form = isContentType(incoming, 'multipart/form-data') ? await readForm(incoming) : undefined;
  if (!form) {
    throw new TurnedDown(
      openAiError(400, { message: 'The body is no multipart form.', type: 'invalid_request_error' }),
    );
  }
  const images = [...(form.files.get('image') ?? []), ...(form.files.get('image[]') ?? [])];
  if (images.length === 0) {
    throw new TurnedDown(
      invalidRequest("Missing required parameter: 'image'.", 'image', 'missing_required_parameter'),
    );
  }
  if (images.length > inputImageLimit || images.some(({ bytes }) => bytes.length >= inputBytesLimit)) {
    throw new TurnedDown(invalidRequest('Too many images, or one too large.', 'image', 'invalid_value'));
  }
  return readImageFields(toFields(form), 'edit', images.length * tokensOfAnInputImage);
}

/** A form has only text: whole numbers are numbers again, as the service reads them. */
function toFields({ fields }: Form): Fields {
  return Object.fromEntries(
    [...fields].map(([name, [text = '']]) => [
      name,
      wholeNumbers.has(name) && /^-?\d+$/.test(text) ? Number(text) : text,
    ]),
  );
}

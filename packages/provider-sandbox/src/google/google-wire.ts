/** The Gemini API: generateContent of a model that paints and of models that look, and the list of models. */
import { TurnedDown } from '../http/answer.ts';
import type { Incoming } from '../http/incoming.ts';
import type { ImageWire } from '../images/image-wire.ts';
import { googleError, makeGoogleErrors } from './google-errors.ts';
import { readListOrder } from './list-models.ts';
import { readDescribeOrder, textModels } from './read-describe-order.ts';
import { imageModel, readImageOrder } from './read-image-order.ts';

/** v1 is what the SDK asks unless told otherwise. */
const modelPath = /^\/google\/v1(?:beta)?\/models\/([^/:]+):generateContent$/;

const listPath = /^\/google\/v1(?:beta)?\/models$/;

const findModel = ({ url }: Incoming) => modelPath.exec(url.pathname)?.[1];

export const googleWire: ImageWire = {
  provider: 'google',
  errors: makeGoogleErrors(imageModel, 'IMAGE_SAFETY'),
  findOperation(incoming) {
    if (listPath.test(incoming.url.pathname)) return 'check';
    if (textModels.includes(findModel(incoming) ?? '')) return 'describe';
    return incoming.body.includes('"inlineData"') ? 'edit' : 'generate';
  },
  readKey: ({ headers, url }) => headers.get('x-goog-api-key') ?? url.searchParams.get('key') ?? '',
  async readOrder(incoming) {
    if (incoming.method === 'GET' && listPath.test(incoming.url.pathname)) return readListOrder(incoming);
    const model = findModel(incoming);
    if (incoming.method !== 'POST' || model === undefined) {
      throw new TurnedDown(googleError(404, 'NOT_FOUND', 'There is no such path.'));
    }
    if (model === imageModel) return readImageOrder(incoming);
    if (textModels.includes(model)) return readDescribeOrder(incoming, model);
    throw new TurnedDown(
      googleError(404, 'NOT_FOUND', `models/${model} is not found, or not supported for generateContent.`),
    );
  },
};

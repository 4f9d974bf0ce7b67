/** The OpenAI Responses API: a question, about a picture or without one. */
import { readJson, type HttpRequest } from '../http/http-request.ts';
import { RejectedRequest } from '../http/reply.ts';
import type { DescribeJob } from '../images/provider-api.ts';
import { invalidRequest, unknownModel } from './errors.ts';
import { TEXT_MODEL } from './models.ts';
import { readDataUrl } from './read-input-image.ts';
import { readRequest } from './read-request.ts';
import type { ResponseStore } from './response-store.ts';
import { ResponseRequestSchema } from './response-request.ts';
import { readStrictSchema } from './strict-schema.ts';
import { makeResponseAnswers } from './write-response.ts';

export async function readResponseJob(
  incoming: HttpRequest,
  key: string,
  store: ResponseStore,
): Promise<DescribeJob> {
  const request = readRequest(readJson(incoming), ResponseRequestSchema);
  if (request.model !== TEXT_MODEL) throw new RejectedRequest(unknownModel(request.model));
  // https://developers.openai.com/api/docs/guides/background
  if (request.background && !request.store) {
    throw new RejectedRequest(
      invalidRequest("Background responses require 'store' to be true.", 'store', 'invalid_value'),
    );
  }
  const { format } = request.text;
  const [{ content }] = request.input;
  const [image, { text }] = content.length === 2 ? content : [undefined, content[0]];
  const prompt = { instructions: request.instructions, request: text };
  const schema = readStrictSchema(format.name, format.schema);
  const picture = image && (await readDataUrl(image.image_url, 'input[0].content[0].image_url'));
  return {
    operation: 'describe',
    prompt,
    ...(picture && { picture: picture.bytes }),
    schema,
    ...makeResponseAnswers(request, prompt, picture, (queued) => store.add(key, queued)),
  };
}

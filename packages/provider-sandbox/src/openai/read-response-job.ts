/** The OpenAI Responses API: a question about a picture. */
import { RejectedRequest } from '../http/reply.ts';
import type { Original } from '../images/read-original.ts';
import type { DescribeJob } from '../vision/describe-job.ts';
import { checkStrictSchema } from './check-strict-schema.ts';
import { describeIssue } from './describe-issue.ts';
import { invalidRequest, unknownModel } from './errors.ts';
import type { Fields } from './read-fields.ts';
import { readInputImage } from './read-input-image.ts';
import type { ResponseStore } from './response-store.ts';
import { ResponseRequestSchema, type Message, type Part, type ResponseRequest } from './response-request.ts';
import { textModels, type TextModel } from './text-models.ts';
import { makeResponseAnswers } from './write-response.ts';

export async function readResponseJob(
  fields: Fields,
  key: string,
  store: ResponseStore,
): Promise<DescribeJob> {
  const request = readRequest(fields);
  const model = textModels.get(request.model);
  if (!model)
    throw new RejectedRequest(unknownModel(request.model, 'does not exist or you have no access to it'));
  const effort = readEffort(request, model);
  // https://developers.openai.com/api/docs/guides/background
  if (request.background === true && request.store === false) {
    reject("Background responses require 'store' to be true.", 'store');
  }
  const format = request.text?.format;
  if (format?.type === 'json_schema' && format.strict === true) checkStrictSchema(format.name, format.schema);
  const images = await readImages(request.input);
  const [picture] = images;
  if (!picture) return reject('The sandbox requires a picture in the input.', 'input');
  const { input, instructions } = request;
  const prompt = {
    instructions: [instructions ?? '', readText(input, ['system', 'developer'])].join('\n'),
    request: readText(input, ['user', 'assistant']),
  };
  return {
    operation: 'describe',
    prompt,
    picture: picture.bytes,
    schema: format?.type === 'json_schema' ? format.schema : undefined,
    ...makeResponseAnswers({ request, model, effort, prompt, images }, (queued) => store.add(key, queued)),
  };
}

function readRequest(fields: Fields): ResponseRequest {
  const request = ResponseRequestSchema.safeParse(fields, { reportInput: true });
  if (request.success) return request.data;
  const [issue] = request.error.issues;
  throw new RejectedRequest(
    issue ? describeIssue(issue) : invalidRequest('Invalid body.', null, 'invalid_value'),
  );
}

/** Temperature requires a model that does not reason. */
function readEffort({ model, reasoning, temperature, top_p }: ResponseRequest, known: TextModel): string {
  const effort = reasoning?.effort ?? known.defaultEffort;
  if (!known.efforts.includes(effort)) {
    return reject(
      `Unsupported value: '${effort}' is not supported with the '${model}' model.`,
      'reasoning.effort',
      'unsupported_value',
    );
  }
  const sampling = { temperature, top_p };
  for (const [name, value] of Object.entries(sampling)) {
    if (typeof value === 'number' && effort !== 'none') {
      reject(
        `Unsupported parameter: '${name}' is not supported with this model.`,
        name,
        'unsupported_parameter',
      );
    }
  }
  return effort;
}

async function readImages(input: readonly Message[]): Promise<(Original & { detail: string })[]> {
  const parts = input.flatMap(({ content }, message) =>
    content.map((part, index) => ({ part, param: `input[${message}].content[${index}].image_url` })),
  );
  return Promise.all(
    parts.flatMap(({ part, param }) =>
      part.type === 'input_image'
        ? readInputImage(part.image_url, param).then((image) => ({ ...image, detail: part.detail }))
        : [],
    ),
  );
}

const readText = (input: readonly Message[], roles: readonly Message['role'][]): string =>
  input
    .filter(({ role }) => roles.includes(role))
    .flatMap(({ content }) => content.flatMap((part: Part) => ('text' in part ? [part.text] : [])))
    .join('\n');

function reject(message: string, param: string, code = 'invalid_value'): never {
  throw new RejectedRequest(invalidRequest(message, param, code));
}

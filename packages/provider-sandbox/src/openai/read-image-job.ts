import { jsonReply, RejectedRequest } from '../http/reply.ts';
import type { ImageJob } from '../images/provider-api.ts';
import type { Original } from '../images/read-original.ts';
import { signPicture } from '../signatures/sign-picture.ts';
import { invalidRequest, openAiError, openAiHeaders, unknownModel } from './errors.ts';
import { countImageTokens, imageModels, readSize, retiredModels, type ImageModel } from './models.ts';
import {
  readInteger,
  readOneOf,
  readRequiredText,
  readText,
  rejectUnknown,
  type Fields,
} from './read-fields.ts';

const sharedFields = [
  'prompt',
  'model',
  'background',
  'complexity',
  'n',
  'output_compression',
  'output_format',
  'quality',
  'safety_identifier',
  'size',
  'user',
];
const generationFields = [...sharedFields, 'moderation'];
const editFields = [...sharedFields, 'input_fidelity'];
const MAX_PROMPT_LENGTH = 32_000;
const CHARACTERS_PER_TOKEN = 4;
const INPUT_IMAGE_TOKENS = 323;

/** Reads a generation, or an edit of the first picture. */
export function readImageFields(fields: Fields, originals: readonly Original[]): ImageJob {
  const [original] = originals;
  rejectUnknown(fields, original ? editFields : generationFields);
  const prompt = readRequiredText(fields, 'prompt', MAX_PROMPT_LENGTH);
  const model = readModel(fields);
  const count = readInteger(fields, 'n', 1, 10) ?? 1;
  const format = readOneOf(fields, 'output_format', ['png', 'jpeg', 'webp']) ?? 'png';
  const background = readOneOf(fields, 'background', ['transparent', 'opaque', 'auto']) ?? 'auto';
  const asked = readOneOf(fields, 'quality', model.qualities) ?? 'auto';
  const compression = readInteger(fields, 'output_compression', 0, 100);
  readOneOf(fields, 'moderation', ['low', 'auto']);
  readOneOf(fields, 'complexity', ['low', 'medium', 'high']);
  readText(fields, 'user', Infinity);
  readText(fields, 'safety_identifier', Infinity);
  const transparent = background === 'transparent';
  if (transparent && format === 'jpeg') {
    reject('A transparent background needs png or webp output.', 'background', 'invalid_value');
  }
  if (format === 'png' && compression !== undefined && compression < 100) {
    reject(
      'PNG output takes no compression below 100.',
      'output_compression',
      'invalid_png_output_compression',
    );
  }
  rejectFidelity(fields, model);
  const { width, height } = readPixels(fields, model, original);
  const quality = asked === 'auto' ? 'medium' : asked;
  const inputImageTokens = originals.length * INPUT_IMAGE_TOKENS;
  const textTokens = Math.ceil(prompt.length / CHARACTERS_PER_TOKEN);
  const imageTokens = count * countImageTokens(quality, width, height);
  return {
    operation: original ? 'edit' : 'generate',
    prompt,
    ...(original ? { original: original.bytes } : {}),
    pictures: Array.from({ length: count }, () => ({ prompt, width, height, format, transparent })),
    answer: (pictures) =>
      jsonReply(
        200,
        {
          created: Math.floor(Date.now() / 1_000),
          background: transparent ? 'transparent' : 'opaque',
          data: pictures.map(({ bytes }) => ({ b64_json: signPicture(bytes, format).toString('base64') })),
          output_format: format,
          quality,
          size: `${width}x${height}`,
          usage: {
            input_tokens: textTokens + inputImageTokens,
            input_tokens_details: { image_tokens: inputImageTokens, text_tokens: textTokens },
            output_tokens: imageTokens,
            output_tokens_details: { image_tokens: imageTokens, text_tokens: 0 },
            total_tokens: textTokens + inputImageTokens + imageTokens,
          },
        },
        openAiHeaders(),
      ),
  };
}

function reject(message: string, param: string, code: string): never {
  throw new RejectedRequest(invalidRequest(message, param, code));
}

function readModel(fields: Fields) {
  const name = readRequiredText(fields, 'model', Infinity);
  const model = imageModels.get(name);
  if (model) return model;
  const state = retiredModels.includes(name)
    ? 'has been shut down'
    : 'does not exist or you have no access to it';
  throw new RejectedRequest(unknownModel(name, state));
}

function rejectFidelity(fields: Fields, { fidelities }: ImageModel): void {
  const fidelity = readOneOf(fields, 'input_fidelity', ['low', 'high']);
  if (fidelity === undefined || fidelities.includes(fidelity)) return;
  throw new RejectedRequest(
    openAiError(400, {
      message: "This model does not support the 'input_fidelity' parameter.",
      type: 'image_generation_user_error',
      param: 'input_fidelity',
      code: 'invalid_input_fidelity_model',
    }),
  );
}

function readPixels(fields: Fields, model: ImageModel, original: Original | undefined) {
  const size = readText(fields, 'size', Infinity) ?? 'auto';
  return (
    readSize(model, size, original) ??
    reject(`Invalid size '${size}' for this model.`, 'size', 'invalid_value')
  );
}

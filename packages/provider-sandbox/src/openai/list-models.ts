import { jsonAnswer } from '../http/answer.ts';
import type { CheckOrder } from '../images/image-wire.ts';
import { openAiHeaders } from './errors.ts';
import { imageModels } from './models.ts';
import { textModels } from './text-models.ts';

const created = 1_770_000_000;

/** The list of models: free, so it is how one learns whether a key works. */
export const listModels = (): CheckOrder => ({
  operation: 'check',
  answer: jsonAnswer(
    200,
    {
      object: 'list',
      data: [...imageModels.keys(), ...textModels.keys()].map((id) => ({
        id,
        object: 'model',
        created,
        owned_by: 'system',
      })),
    },
    openAiHeaders(),
  ),
});

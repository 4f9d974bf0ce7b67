import { jsonReply } from '../http/reply.ts';
import type { CheckJob } from '../images/provider-api.ts';
import { openAiHeaders } from './errors.ts';
import { imageModels } from './models.ts';
import { textModels } from './text-models.ts';

const created = 1_770_000_000;

/** The list of models. It is free, so clients use it to check a key. */
export const listModels = (): CheckJob => ({
  operation: 'check',
  answer: jsonReply(
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

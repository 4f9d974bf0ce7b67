import type { DescribeRequest } from '../describe-request.ts';
import { createScene } from './create-edit.ts';

/** A request to describe a generated picture. */
export const createDescribe = async (overrides: Partial<DescribeRequest> = {}): Promise<DescribeRequest> => ({
  picture: overrides.picture ?? (await createScene()),
  instructions: 'You write titles and keywords for pictures. Write about what can be seen.',
  request:
    'Write the texts for this picture.\nLanguage: English\nNumber of keywords: 10\nFile name: scene.png',
  schema: {
    type: 'object',
    properties: {
      title: { type: 'string', description: 'A headline.' },
      keywords: { type: 'array', items: { type: 'string' } },
      category: { type: ['integer', 'null'], description: 'The number of a category, from 1 to 21.' },
    },
    required: ['title', 'keywords', 'category'],
    additionalProperties: false,
  },
  schemaName: 'texts',
  ...overrides,
});

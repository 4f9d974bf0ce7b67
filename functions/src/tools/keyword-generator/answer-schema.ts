import { MAX_KEYWORDS } from '@portal/contracts/keyword-generator';
import { ISSUES_SCHEMA } from '../descriptions/issues.ts';

export const SCHEMA_NAME = 'picture_texts';

/** Schema of an answer, limited to what every provider supports. read-answer.ts checks the rest. */
export const ANSWER_SCHEMA = {
  type: 'object',
  properties: {
    seo_image_title: { type: 'string', description: 'A headline of at most 70 characters, without commas.' },
    seo_description: { type: 'string', description: 'One or two sentences of at most 200 characters.' },
    keywords: {
      type: 'array',
      items: { type: 'string' },
      description: `At most ${MAX_KEYWORDS}, the most relevant first.`,
    },
    category: { type: ['integer', 'null'], description: 'The number of the category; null if none fits.' },
    issues: ISSUES_SCHEMA,
  },
  required: ['seo_image_title', 'seo_description', 'keywords', 'category', 'issues'],
  additionalProperties: false,
};

import { MOST_KEYWORDS } from '@portal/contracts/keyword-generator';

export const SCHEMA_NAME = 'picture_texts';

/** The shape of an answer, within what every provider takes; read-answer.ts sees to the rest. */
export const ANSWER_SCHEMA = {
  type: 'object',
  properties: {
    seo_image_title: { type: 'string', description: 'A headline of at most 70 characters, without commas.' },
    seo_description: { type: 'string', description: 'One or two sentences of at most 200 characters.' },
    keywords: {
      type: 'array',
      items: { type: 'string' },
      description: `At most ${MOST_KEYWORDS}, the most relevant first.`,
    },
    category: { type: ['integer', 'null'], description: 'The number of the category; null if none fits.' },
  },
  required: ['seo_image_title', 'seo_description', 'keywords', 'category'],
  additionalProperties: false,
};

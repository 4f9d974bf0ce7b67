import { expect, it } from 'vitest';
import { readCodes } from './log-attempt.ts';

it.each([
  [
    '400 {"error":{"message":"No \\"type\\":\\"Ada\\".","type":"bad","param":"size","code":"invalid_value"}}',
    { status: 400, codes: ['bad', 'size', 'invalid_value'] },
  ],
  [
    '400 {"error":{"code":400,"message":"PROMPT_OF_ADA","status":"INVALID_ARGUMENT"',
    { status: 400, codes: ['INVALID_ARGUMENT'] },
  ],
  [
    'before the answer: TypeError: fetch failed < Error: connect ECONNREFUSED 127.0.0.1:1',
    { codes: ['ECONNREFUSED'] },
  ],
  ['I cannot draw ELVIS, or Ada Lovelace.', { codes: [] }],
  ['no image, IMAGE_SAFETY', { codes: ['IMAGE_SAFETY'] }],
])('reads the codes of %s', (detail, expected) => {
  expect(readCodes(detail)).toEqual(expected);
});

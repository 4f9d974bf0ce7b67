import { expect, it } from 'vitest';
import { ApiFailure } from '../../client/api/api-failure.ts';
import { createSentPicture } from '../send-to/testing/create-sent-picture.ts';
import { findRefused } from './find-refused.ts';
import type { Selected } from './selected.ts';
import { createFile } from './testing/create-file.ts';

const sent = (key: string, index: number, batchId: string): Selected => ({
  key,
  sent: createSentPicture(index, { batchId }),
});
const selected = [
  sent('a0', 0, 'a'),
  sent('a1', 1, 'a'),
  sent('b0', 0, 'b'),
  { key: 'file', file: createFile('x.png') },
];
const refuse = (status: number, ...details: { path: string; message: string }[]) =>
  findRefused(new ApiFailure(status, 'Refused', { details }), selected);
const GONE = 'Its batch was deleted or has expired. Remove this image.';

it('finds the sent pictures that the server names, with its reason', () => {
  const message = 'Too small.';
  expect(refuse(400, { path: 'files.1.from', message }, { path: 'files.2', message })).toEqual(
    new Map([
      ['a1', message],
      ['b0', message],
    ]),
  );
  expect(
    refuse(400, { path: 'prompt', message }, { path: 'files.3', message }, { path: 'files.9', message }).size,
  ).toBe(0);
  expect(refuse(400, { path: 'my.files.1', message }).size).toBe(0);
});

it('finds all pictures of a batch that is gone, of which the server names one', () => {
  expect(refuse(404, { path: 'files.0', message: 'Missing.' })).toEqual(
    new Map([
      ['a0', GONE],
      ['a1', GONE],
    ]),
  );
});

it('finds nothing in other errors', () => {
  expect(findRefused(new Error('Offline'), selected).size).toBe(0);
});

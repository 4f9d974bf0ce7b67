import { expect, it } from 'vitest';
import { createChecks, createSoftChecks, makeHash } from '../../../pictures/checks/testing/create-checks.ts';
import { createLibraryBatch, createLibraryPicture } from '../../../testing/create-library-batch.ts';
import { CHECKS_FILTERS, makeChecksFilter } from './checks-filter.ts';

const large = { width: 3000, height: 2000 };
const batches = [
  createLibraryBatch({
    id: 'made',
    tool: 'image-generator',
    pictures: [
      createLibraryPicture({ index: 0, ...large, checks: createChecks() }),
      createLibraryPicture({ index: 1, ...large, checks: createSoftChecks({ hash: makeHash(0, 7) }) }),
    ],
  }),
  createLibraryBatch({
    id: 'again',
    tool: 'image-generator',
    pictures: [createLibraryPicture({ index: 0, checks: createChecks() })],
  }),
  // Made from the first picture.
  createLibraryBatch({
    id: 'upscaled',
    tool: 'upscale',
    pictures: [createLibraryPicture({ index: 0, ...large, checks: createChecks() })],
  }),
  createLibraryBatch({
    id: 'described',
    tool: 'keyword-generator',
    pictures: [createLibraryPicture({ index: 0, ...large, title: 'A fox', keywords: ['fox'] })],
  }),
];
const find = (value: string) => {
  const passes = makeChecksFilter(value, batches, 0.9);
  return batches.flatMap((batch) =>
    batch.pictures
      .filter((picture) => passes?.(batch, picture) ?? true)
      .map(({ index }) => `${batch.id}/${index}`),
  );
};

it('finds pictures with a problem, and pictures that are alike', () => {
  expect(find('needs-a-look')).toEqual(['made/1']);
  expect(find('alike')).toEqual(['made/0', 'again/0']);
});

it('finds what an agency would take, as far as size, texts and AI are known', () => {
  expect(find('ready-adobe-stock')).toEqual(['made/0', 'upscaled/0', 'described/0']);
  expect(find('ready-shutterstock')).toEqual(['upscaled/0', 'described/0']);
  expect(find('ready-magnific')).toEqual(['described/0']);
});

it('shows all pictures for an unknown filter, and offers one for each agency', () => {
  expect(find('ready-nobody')).toHaveLength(5);
  expect(CHECKS_FILTERS.every(([value]) => makeChecksFilter(value, [], 0.9))).toBe(true);
});

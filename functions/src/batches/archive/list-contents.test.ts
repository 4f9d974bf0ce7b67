import { Timestamp } from 'firebase-admin/firestore';
import { expect, it, vi } from 'vitest';
import type { Deps } from '../deps.ts';
import { findTool } from '../../tools.ts';
import { createBatch } from '../engine/testing/create-item.ts';
import { createImage, createView } from '../sources/testing/create-batches.ts';
import type { Batch } from '../store/batch-store.ts';
import { describeBatch } from '../store/describe-batch.ts';
import { findLinkExpiry } from '../../platform/files/link-expiry.ts';
import { makeFolderLink } from './list-contents.ts';

const image = createImage({ archiveName: 'A_batch_001' });

function link(batch: Partial<Batch> = {}, items = { 0: createView({ image }) }) {
  const makeArchiveLink = vi.fn<Deps['media']['makeArchiveLink']>().mockReturnValue('link');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a link needs nothing else
  const deps = { media: { makeArchiveLink } } as unknown as Deps;
  const ended = createBatch({ endedAt: Timestamp.now(), ...batch });
  const found = makeFolderLink(deps, findTool('image-generator'), ended, describeBatch(ended, items));
  return { found, options: makeArchiveLink.mock.lastCall?.[0] };
}

it('links to the ZIP of the media service when a batch is complete', () => {
  const { found, options } = link();
  expect(found).toBe('link');
  expect(options).toMatchObject({ tag: 'portal-image-generator-batch', name: 'A_batch_images' });
});

it('ends the link with the batch [D-media.6]', () => {
  const expiresAt = Timestamp.fromMillis(Date.now() + 60_000);
  expect(link({ expiresAt }).options?.expiresAt).toEqual(expiresAt.toDate());
  const later = Timestamp.fromMillis(Date.now() + 3 * 60 * 60 * 1000);
  expect(link({ expiresAt: later }).options?.expiresAt).toEqual(findLinkExpiry());
});

it.each<[string, Partial<Batch>, Parameters<typeof link>[1]?]>([
  ['is running', { endedAt: null }],
  ['has lost a picture', { deletedItems: [1] }],
  ['has lost its files', { filesDeleted: true }],
  ['was renamed', { name: 'Owl' }],
  ['has a picture of unknown name', {}, { 0: createView({ image: createImage() }) }],
])('has no such link to a batch that %s', (_, batch, items) => {
  expect(link(batch, items).found).toBeNull();
});

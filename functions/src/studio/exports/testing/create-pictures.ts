/** Pictures to export, with and without texts. */
import type { Source } from '@portal/contracts/source';
import { uploadPath } from '@portal/contracts/uploads';
import { Timestamp } from 'firebase-admin/firestore';
import sharp from 'sharp';
import {
  createImage,
  createView,
  type BatchOverrides,
} from '../../../batches/sources/testing/create-batches.ts';
import type { ItemView } from '../../../batches/store/batch-record.ts';
import { RETENTION_MS } from '../../../batches/store/batch-store.ts';
import { createObject } from '../../../pictures/uploads/testing/start-storage.ts';

export const NOW = Date.now();
export const hoursAgo = (hours: number): BatchOverrides => {
  const createdAt = Timestamp.fromMillis(NOW - hours * 60 * 60 * 1000);
  return { createdAt, expiresAt: Timestamp.fromMillis(createdAt.toMillis() + RETENTION_MS) };
};

export const result = (batchId: string, index = 0): Source => ({ batchId, index, kind: 'result' });
export const original = (batchId: string, index = 0): Source => ({ batchId, index, kind: 'original' });

export const LARGE = { width: 2400, height: 1800 };
/** A batch with one picture that AI made, without texts. */
export const generated = (image: Partial<Parameters<typeof createImage>[0]> = {}): BatchOverrides => ({
  items: { 0: createView({ image: createImage({ ...LARGE, isMadeByAi: true, ...image }) }) },
});

export const TEXTS = {
  seo_image_title: 'Red fox in the snow',
  seo_description: 'A red fox looks for mice.',
  keywords: ['red fox', 'snow', 'winter', 'animal', 'wildlife', 'forest', 'cold'],
  category: 1,
  edited: false,
  extension: 'jpg',
  ...LARGE,
};
/** An upload with texts of the Keyword Generator. */
export const written = (texts: object = {}): ItemView => createView({ texts: { ...TEXTS, ...texts } });
/** A batch of the Keyword Generator. */
export const keywords = (items: ItemView[], overrides: BatchOverrides = {}): BatchOverrides => ({
  tool: 'keyword-generator',
  name: 'Foxes',
  settings: {
    provider: 'openai',
    context: '',
    mustAppear: [],
    mustNotAppear: [],
    keywordCount: 50,
    language: 'English',
  },
  total: items.length,
  uploads: {
    folder: 'folder-1',
    files: items.map((_, index) => ({ id: `picture-${index}`, name: `${index}.jpg` })),
  },
  items: Object.fromEntries(items.entries()),
  ...overrides,
});
/** Stores the upload at an index of `keywords`. */
export const putUpload = (
  objects: Map<string, ReturnType<typeof createObject>>,
  index: number,
  bytes?: Buffer,
) => objects.set(uploadPath('ada', 'folder-1', `picture-${index}`), createObject(bytes && { bytes }));

export const createPicture = (format: 'png' | 'jpeg', { width, height } = LARGE) =>
  sharp({ create: { width, height, channels: 3, background: '#b43' } })
    .toFormat(format)
    .toBuffer();

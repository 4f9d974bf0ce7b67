import { RETENTION_DAYS } from '@portal/contracts/batches';
import type { KeywordBatch, KeywordOptions, KeywordResult } from '@portal/contracts/keyword-generator';
import type { BatchChange } from '../../../pictures/batches/change-batches.ts';

const PREFIX = 'placeholder-';
const DAY_MS = 24 * 60 * 60 * 1000;
const names = new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeStyle: 'short' });

/** Whether the server does not have the batch yet. */
export const isPlaceholder = ({ id }: Pick<KeywordBatch, 'id'>): boolean => id.startsWith(PREFIX);

/** A batch to show while its images upload, named as the server will name it. */
export function makePlaceholder(
  images: readonly string[],
  options: Omit<KeywordOptions, 'batchName'>,
  now: Date,
): KeywordBatch {
  return {
    ...options,
    id: `${PREFIX}${crypto.randomUUID()}`,
    name: names.format(now),
    status: 'processing',
    progress: 0,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + RETENTION_DAYS * DAY_MS).toISOString(),
    startedAt: null,
    endedAt: null,
    cancelledAt: null,
    failedCount: 0,
    uncertainCount: 0,
    cancelledCount: 0,
    failures: [],
    runningItems: [],
    cost: 0,
    estimate: 0,
    retryable: { failed: 0, uncertain: 0 },
    filesDeleted: false,
    images: [...images],
    completedCount: 0,
    results: images.map(makeResult),
    failedItems: [],
  };
}

const makeResult = (fileName: string, index: number): KeywordResult => ({
  index,
  fileName,
  status: 'queued',
  seo_image_title: '',
  seo_description: '',
  keywords: [],
  category: null,
  edited: false,
  extension: null,
  originalUrl: '',
  previewUrl: '',
});

/** Shows the placeholder until the server's batch replaces it or the upload fails. */
export function makePlaceholderChange(
  placeholder: KeywordBatch,
  started: Promise<string | undefined>,
): BatchChange<KeywordBatch> {
  let { id } = placeholder;
  return {
    apply: (batches) =>
      batches.some((batch) => batch.id === id) ? batches : [{ ...placeholder, id }, ...batches],
    send: async () => {
      const batchId = await started;
      if (batchId === undefined) throw new Error('The upload was cancelled.');
      id = batchId;
    },
  };
}

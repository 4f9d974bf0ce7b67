import { expect, test } from 'vitest';
import {
  describeFailure,
  describeInterruption,
  describeRefusal,
  describeSending,
} from './describe-upload.ts';
import type { UploadProgress } from './progress.ts';

const MB = 1024 * 1024;
const createProgress = (overrides: Partial<UploadProgress> = {}): UploadProgress => ({
  phase: 'sending',
  isOnline: true,
  sentBytes: 40 * MB,
  totalBytes: 100 * MB,
  failedFiles: 0,
  failedSent: 0,
  mayHaveStarted: false,
  pace: { since: 0, sentBytes: 20 * MB },
  ...overrides,
});

test.each([
  ['time left by the measured speed', {}, 10_000, 'Uploading', '40 MB of 100 MB · about 30 s left'],
  ['no estimate right after the start', {}, 1999, 'Uploading', '40 MB of 100 MB'],
  ['no estimate while stalled', { sentBytes: 20 * MB }, 10_000, 'Uploading', '20 MB of 100 MB'],
  ['offline', { isOnline: false }, 10_000, 'Waiting for connection', '40 MB of 100 MB'],
  ['everything uploaded', { phase: 'starting' as const }, 10_000, 'Uploaded, starting…', ''],
])('describes an upload in progress: %s [D-uploads.5]', (_name, overrides, now, label, note) => {
  expect(describeSending(createProgress(overrides), now)).toEqual({ label, note });
});

const NOT_SENT_AGAIN = 'No batch was started. Images that are uploaded are not sent again.';
test.each([
  [{ failedFiles: 1 }, '1 image could not be uploaded', NOT_SENT_AGAIN],
  [{ failedFiles: 3 }, '3 images could not be uploaded', NOT_SENT_AGAIN],
  [{ reason: 'Choose a preset.' }, 'Choose a preset.', 'Your selection is kept.'],
  [{}, 'Upload failed', 'Your selection is kept.'],
])('describes the failure %j as %s', (overrides, label, note) => {
  expect(describeFailure(createProgress({ phase: 'failed', ...overrides }))).toEqual({ label, note });
});

test.each([
  [true, false, 12, 0.04, 'You’re back online. Start this batch?', '$0.48 · 12 images × $0.04'],
  [true, false, 1, undefined, 'You’re back online. Start this batch?', '1 image'],
  [false, false, 3, undefined, 'You’re offline. This batch has not started.', '3 images'],
  [
    false,
    true,
    3,
    undefined,
    'You’re offline. This batch may have started.',
    '3 images. If it has started, no second one is made.',
  ],
])(
  'asks about an interrupted batch with its price (online: %s, may have started: %s, %i images at %s)',
  (isOnline, mayHaveStarted, count, price, label, note) => {
    expect(describeInterruption({ isOnline, mayHaveStarted }, count, price)).toEqual({ label, note });
  },
);

test('says what to do about pictures that are gone [D-one-studio.1]', () => {
  expect(describeRefusal(2, true)).toEqual({
    label: '2 images are no longer available',
    note: 'No batch was started. Remove them to continue with the rest.',
    action: 'Remove 2 images',
  });
  expect(describeRefusal(1, false).note).toBe('No batch was started. Remove it to choose others.');
});

test('sending only pictures of earlier batches uploads nothing', () => {
  expect(describeSending(createProgress({ totalBytes: 0, sentBytes: 0 }), 0)).toEqual({
    label: 'Starting…',
    note: '',
  });
});

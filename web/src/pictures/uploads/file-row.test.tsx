import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createSentPicture } from '../send-to/testing/create-sent-picture.ts';
import { listNames, openPart, readText } from '../../testing/open-part.tsx';
import { FileRow } from './file-row.tsx';
import type { FileProgress } from './progress.ts';
import type { Selected } from './selected.ts';
import { createFile } from './testing/create-file.ts';
import { createTransport } from './testing/fake-transport.ts';
import { Uploads } from './uploads.ts';

const size = { width: 40, height: 30 };
const file = createFile('fox.jpg', { size: 4000 });

interface Options {
  isSending?: boolean;
  note?: () => string;
  progress?: FileProgress;
}

function openRow(selected: Selected, { isSending = false, note, progress }: Options = {}) {
  const uploads = new Uploads('upscale', createTransport().transport);
  const session = { subscribe: uploads.session.subscribe, getFile: () => progress };
  openPart(
    <FileRow
      uploads={Object.assign(Object.create(uploads), { session })}
      selected={selected}
      note={note}
      isSending={isSending}
      onRetry={() => undefined}
      onRemove={() => undefined}
    />,
  );
}

test.each([
  [{ size }, {}, 'fox.jpg 40 × 30 · 4 KB'],
  [{ size }, { note: () => '40 × 30 to 80 × 60' }, 'fox.jpg 40 × 30 to 80 × 60 · 4 KB'],
  [{ size: 'unreadable' }, {}, 'fox.jpg may not be an image · 4 KB'],
  [{ size: 'unknown' }, {}, 'fox.jpg 4 KB'],
  [{}, {}, 'fox.jpg 4 KB'],
] satisfies [Partial<Selected>, Options, string][])(
  'a selected file has its name, dimensions and size: %o %o',
  (facts, options, text) => {
    openRow({ key: 'a', file, ...facts }, options);
    expect(readText()).toBe(text);
    expect(listNames('button')).toEqual(['Remove fox.jpg']);
  },
);

test.each([
  [{ state: 'waiting', sentBytes: 0 }, 'fox.jpg 40 × 30 · 4 KB Waiting', []],
  [{ state: 'sending', sentBytes: 1999 }, 'fox.jpg 40 × 30 · 4 KB 49%', []],
  [{ state: 'sent', sentBytes: 4000 }, 'fox.jpg 40 × 30 · 4 KB Done', []],
  [
    { state: 'failed', sentBytes: 0, reason: 'Not an image.' },
    'fox.jpg Not an image. Failed Retry',
    ['Retry fox.jpg'],
  ],
] satisfies [FileProgress, string, string[]][])('shows how far a file is: %o', (progress, text, buttons) => {
  openRow({ key: 'a', file, size }, { progress, isSending: true });
  expect(readText()).toBe(text);
  expect(listNames('button')).toEqual(buttons);
  expect(listNames('progressbar')).toEqual(progress.state === 'sending' ? ['Uploading fox.jpg'] : []);
});

test('a sent picture names the batch that it is from, and cannot be tried again', () => {
  const sent = { key: 'b', sent: createSentPicture(2), size };
  openRow(sent);
  expect(readText()).toBe('fox_3.png 40 × 30 from Fox in the snow , #3');
  openRow(sent, { progress: { state: 'failed', sentBytes: 0, reason: 'This file was deleted.' } });
  expect(screen.getByTitle('This file was deleted.')).toBeDefined();
  expect(listNames('button')).toEqual(['Remove fox_3.png']);
});

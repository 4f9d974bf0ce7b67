import { upscaleImages } from '@portal/contracts/upscale';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiFailure } from '../api/api-failure.ts';
import { createSentPicture } from '../send-to/testing/create-sent-picture.ts';
import { renderPart } from '../testing/render-part.tsx';
import { DropZone } from './drop-zone.tsx';
import { FileRow } from './file-row.tsx';
import { IgnoredFiles } from './ignored-files.tsx';
import type { FileProgress } from './progress.ts';
import { SelectedFiles } from './selected-files.tsx';
import type { Selected } from './selected.ts';
import { createFile } from './testing/create-file.ts';
import { createTransport } from './testing/fake-transport.ts';
import { UploadProgress } from './upload-progress.tsx';
import { Uploads } from './uploads.ts';

const ignore = () => undefined;
const file: Selected = {
  key: 'a',
  file: createFile('fox.jpg', { size: 4000 }),
  size: { width: 40, height: 30 },
};
const sent: Selected = { key: 'b', sent: createSentPicture(2), size: { width: 40, height: 30 } };

function open() {
  const server = createTransport();
  const uploads = new Uploads('upscale', server.transport);
  const send = () => uploads.send({ call: upscaleImages, options: {}, price: 0.02 });
  return { ...server, uploads, send };
}

function renderRow(
  selected: Selected,
  {
    isSending = false,
    note,
    progress,
  }: { isSending?: boolean; note?: () => string; progress?: FileProgress } = {},
) {
  const { uploads } = open();
  const { subscribe } = uploads.session;
  const session = { subscribe, getFile: () => progress };
  return renderPart(
    <FileRow
      uploads={Object.assign(Object.create(uploads), { session })}
      selected={selected}
      note={note}
      isSending={isSending}
      onRemove={ignore}
    />,
  );
}

test('a selected file has its name, dimensions and size, and can be removed', () => {
  const row = renderRow(file);
  expect(row.text).toBe('fox.jpg 40 × 30 · 4 KB');
  expect(row.list('button')).toEqual(['Remove fox.jpg']);
  expect(renderRow(file, { note: () => '40 × 30 → 80 × 60' }).text).toBe('fox.jpg 40 × 30 → 80 × 60 · 4 KB');
  expect(renderRow({ ...file, size: 'unreadable' }).text).toBe('fox.jpg may not be an image · 4 KB');
  expect(renderRow({ ...file, size: 'unknown' }).text).toBe('fox.jpg 4 KB');
  expect(renderRow({ key: 'a', file: file.file }).text).toBe('fox.jpg 4 KB');
  expect(renderRow(file, { isSending: true }).list('button')).toEqual([]);
});

test('a sent picture names the batch that it is from', () => {
  expect(renderRow(sent).text).toBe('fox_3.png 40 × 30 from Fox in the snow , #3');
  expect(renderRow(file).text).not.toContain('from');
});

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
  const row = renderRow(file, { progress, isSending: true });
  expect(row.text).toBe(text);
  expect(row.list('button')).toEqual(buttons);
  expect(row.list('progressbar')).toEqual(progress.state === 'sending' ? ['Uploading fox.jpg'] : []);
});

test('a sent picture that failed cannot be tried again', () => {
  const row = renderRow(sent, {
    progress: { state: 'failed', sentBytes: 0, reason: 'This file was deleted.' },
  });
  expect(row.list('button')).toEqual(['Remove fox_3.png']);
});

test('says which files were ignored, unless there is something newer to say', async () => {
  const { uploads } = open();
  const status = (text?: string) => renderPart(<IgnoredFiles uploads={uploads} status={text} />);
  expect(status().text).toBe('');
  expect(status().list('button')).toEqual([]);
  await uploads.selection.add([createFile('a.jpg', { size: 0 }), createFile('.b.jpg')]);
  expect(status().find('status')?.text).toBe('2 files ignored: 1 empty, 1 hidden Show');
  expect(status().find('button', 'Show')?.attributes['aria-expanded']).toBe('false');
  expect(status().list('list')).toHaveLength(1);
  expect(status().html).toContain('hidden=""');
  expect(status('Reading files…').text).toBe('Reading files…');
});

test('lists the selected files with their count', async () => {
  const { uploads, send } = open();
  const render = () => renderPart(<SelectedFiles uploads={uploads} />);
  expect(render().text).toBe('');
  expect(render().list('region')).toEqual([]);
  await uploads.selection.add([createFile('a.jpg'), createFile('b.jpg')]);
  expect(render().list('region')).toEqual(['2 image(s) selected']);
  expect(render().find('status')?.text).toBe('2 image(s) selected');
  expect(render().list('button')).toEqual(['Clear All']);
  send();
  expect(render().list('button')).toEqual([]);
});

test('a drop zone says what it takes, and is off while files are sent', async () => {
  const { uploads, send } = open();
  vi.stubGlobal('HTMLInputElement', { prototype: {} });
  onTestFinished(() => void vi.unstubAllGlobals());
  const render = () =>
    renderPart(<DropZone uploads={uploads} title="Drop images here" hints={['JPEG', 'PNG']} />);
  expect(render().text).toBe('Drop images here JPEG PNG');
  expect(render().find('button', 'Drop images here JPEG PNG')?.attributes).toMatchObject({
    'aria-busy': 'false',
    'data-dragging': 'false',
    tabindex: '0',
  });
  expect(render().html).toContain('accept="image/jpeg,');
  vi.stubGlobal('HTMLInputElement', { prototype: { webkitdirectory: false } });
  expect(render().list('button')).toEqual(['Drop images here JPEG PNG', 'Choose a folder']);
  await uploads.selection.add([createFile('a.jpg')]);
  send();
  expect(render().find('button', 'Drop images here JPEG PNG')?.attributes).not.toHaveProperty('tabindex');
  expect(render().find('button', 'Choose a folder')?.attributes).toHaveProperty('disabled');
});

test('shows how far an upload is, and what can be done about a failure', async () => {
  const { uploads, transport, send } = open();
  const render = () => renderPart(<UploadProgress uploads={uploads} />);
  expect(render().text).toBe('');
  await uploads.selection.add([createFile('a.jpg'), createFile('b.jpg')]);
  const { promise, reject } = Promise.withResolvers<unknown>();
  transport.sendForm.mockReturnValueOnce(promise);
  send();
  await vi.waitFor(() => expect(transport.sendForm).toHaveBeenCalled());
  expect(render().text).toMatch(/^Uploading 0 .+ of 2 KB Cancel$/);
  expect(render().find('progressbar', 'Uploading')?.attributes['aria-valuenow']).toBe('0');
  reject(new ApiFailure(500, 'Internal Server Error'));
  await vi.waitFor(() => expect(uploads.session.getProgress().phase).toBe('failed'));
  expect(render().find('alert')?.text).toBe('Upload failed Your selection is kept. Try again');
});

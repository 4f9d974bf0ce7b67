import { upscaleImages } from '@portal/contracts/upscale';
import { expect, test, vi } from 'vitest';
import { ApiFailure } from '../../client/api/api-failure.ts';
import { createSentPicture } from '../send-to/testing/create-sent-picture.ts';
import { readToast } from '../../client/toast/toast-store.ts';
import { getName, type Selected } from './selected.ts';
import { createFile } from './testing/create-file.ts';
import { createTransport } from './testing/fake-transport.ts';
import { Uploads } from './uploads.ts';

const PIXELS = Uint8Array.from([
  ...new TextEncoder().encode('GIF89a'),
  ...[32, 3, 88, 2],
  ...new TextEncoder().encode('  '),
]);

function open() {
  const server = createTransport();
  const uploads = new Uploads('keyword-generator', server.transport);
  const onStarted = vi.fn<(batchId: string) => void>();
  const send = () => uploads.send({ call: upscaleImages, options: {}, onStarted });
  const names = () => uploads.selection.getSelected().map(getName);
  return { ...server, uploads, onStarted, send, names };
}

test('adds, measures, removes and clears files [T2.2.3]', async () => {
  const { uploads, names } = open();
  uploads.add([
    createFile('a.jpg'),
    new File([PIXELS], 'b.gif', { type: 'image/gif' }),
    createFile('c.svg', { type: 'image/svg+xml' }),
  ]);
  await vi.waitFor(() => expect(names()).toEqual(['a.jpg', 'b.gif']));
  expect(uploads.selection.getIgnored()).toEqual([{ name: 'c.svg', reason: 'unsupportedType' }]);
  await vi.waitFor(() =>
    expect(uploads.selection.getSelected().map(({ size }) => size)).toEqual([
      'unreadable',
      { width: 800, height: 600 },
    ]),
  );
  uploads.remove(uploads.selection.getSelected()[0]?.key ?? '');
  expect(names()).toEqual(['b.gif']);
  uploads.add([createFile('d.jpg')]);
  uploads.clear();
  expect(names()).toEqual([]);
});

test('locks the selection while sending and clears it afterwards', async () => {
  const { uploads, transport, onStarted, send, names } = open();
  uploads.add([createFile('a.jpg')]);
  const { promise, resolve } = Promise.withResolvers<unknown>();
  transport.sendForm.mockReturnValue(promise);
  send();
  send();
  uploads.add([createFile('b.jpg')]);
  uploads.remove(uploads.selection.getSelected()[0]?.key ?? '');
  uploads.clear();
  expect(names()).toEqual(['a.jpg']);
  expect(onStarted).not.toHaveBeenCalled();
  resolve({ success: true, batchId: 'batch-9' });
  await vi.waitFor(() => expect(onStarted).toHaveBeenCalledExactlyOnceWith('batch-9'));
  expect(names()).toEqual([]);
  expect(transport.sendForm).toHaveBeenCalledOnce();
});

test('calls onSending on each attempt with its files and outcome', async () => {
  const { uploads, transport } = open();
  uploads.add([createFile('a.jpg')]);
  transport.sendForm.mockRejectedValueOnce(new ApiFailure(500, 'Internal Server Error'));
  const outcomes: string[] = [];
  const onSending = vi.fn<(batchId: Promise<string | undefined>, files: readonly Selected[]) => void>(
    (batchId) =>
      void batchId.then(
        (id) => outcomes.push(id ?? 'cancelled'),
        () => outcomes.push('failed'),
      ),
  );
  uploads.send({ call: upscaleImages, options: {}, onSending });
  uploads.send({ call: upscaleImages, options: {}, onSending });
  expect(onSending.mock.calls.map(([, files]) => files.map(getName))).toEqual([['a.jpg']]);
  await vi.waitFor(() => expect(outcomes).toEqual(['failed']));
  uploads.send({ call: upscaleImages, options: {}, onSending });
  await vi.waitFor(() => expect(outcomes).toEqual(['failed', 'batch-1']));
});

test('keeps the selection after a failure and retries with added files', async () => {
  const { uploads, transport, onStarted, send, names } = open();
  uploads.add([createFile('a.jpg')]);
  transport.sendForm.mockRejectedValueOnce(new ApiFailure(500, 'Internal Server Error'));
  send();
  await vi.waitFor(() => expect(uploads.session.getProgress().phase).toBe('failed'));
  expect(names()).toEqual(['a.jpg']);
  expect(readToast()).toMatchObject({ title: 'Error' });
  uploads.add([createFile('b.jpg')]);
  send();
  await vi.waitFor(() => expect(onStarted).toHaveBeenCalledOnce());
  expect(transport.sendForm.mock.calls.map(([, form]) => form.getAll('images').length)).toEqual([1, 2]);
});

test('removes only the pictures that the server refused', async () => {
  const { uploads, transport, send, names } = open();
  const refused = new ApiFailure(400, 'Bad Request', {
    details: [{ path: 'files.1', message: 'This file was deleted.' }],
  });
  uploads.selection.addSent([createSentPicture(0), createSentPicture(1)]);
  transport.sendJson.mockRejectedValueOnce(refused);
  send();
  await vi.waitFor(() => expect(uploads.session.getProgress().failedSent).toBe(1));
  uploads.removeRefused();
  expect(names()).toEqual(['fox_1.png']);
});

test('accepts a file without extension and type by its content [D-file-types.4, D-file-types.5]', async () => {
  const { uploads, names } = open();
  const unnamed = (content: BlobPart, name: string) => new File([content], name, { type: '' });
  uploads.add([unnamed(PIXELS, 'scan-0012'), unnamed('a text', 'README')]);
  await vi.waitFor(() => expect(names()).toEqual(['scan-0012']));
  expect(uploads.selection.getIgnored()).toEqual([{ name: 'README', reason: 'notImage' }]);
});

test('accepts types that the browser cannot measure [D-file-types.2]', async () => {
  const { uploads } = open();
  uploads.add([
    new File([Uint8Array.from([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0])], 'a.tif', { type: 'image/tiff' }),
    new File(['not an image'], 'b.tif', { type: 'image/tiff' }),
  ]);
  await vi.waitFor(() =>
    expect(uploads.selection.getSelected().map(({ size }) => size)).toEqual(['unknown', 'unreadable']),
  );
});

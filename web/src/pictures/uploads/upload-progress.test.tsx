import { upscaleImages } from '@portal/contracts/upscale';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiFailure } from '../../client/api/api-failure.ts';
import { createSentPicture } from '../send-to/testing/create-sent-picture.ts';
import { openPart, readText } from '../../testing/open-part.tsx';
import { readToast, toast } from '../../client/toast/toast-store.ts';
import { FileRow } from './file-row.tsx';
import { Preview } from './preview.tsx';
import { getName } from './selected.ts';
import { createFile } from './testing/create-file.ts';
import { createTransport } from './testing/fake-transport.ts';
import { UploadProgress } from './upload-progress.tsx';
import { Uploads } from './uploads.ts';

beforeEach(() => toast('Before'));

function open() {
  const server = createTransport();
  const uploads = new Uploads('upscale', server.transport);
  const onSend = () => uploads.send({ call: upscaleImages, options: {} });
  const user = openPart(<UploadProgress uploads={uploads} price={0.02} onSend={onSend} />);
  const send = () => act(onSend);
  const listNames = () => uploads.selection.getSelected().map(getName);
  return { ...server, user, uploads, send, listNames };
}

const gone = (indexes: number[]) =>
  new ApiFailure(409, 'Conflict', {
    details: indexes.map((index) => ({ path: `files.${index}`, message: 'This file was deleted.' })),
  });

test.each([
  [2, '2 images are no longer available', 'Remove them to choose others.', []],
  [3, '2 images are no longer available', 'Remove them to continue with the rest.', ['fox_3.png']],
])('offers to remove pictures that are gone, of %d', async (count, label, note, left) => {
  const { user, uploads, transport, send, listNames } = open();
  act(() => uploads.selection.addSent(Array.from({ length: count }, (_, index) => createSentPicture(index))));
  transport.sendJson.mockRejectedValue(gone([0, 1]));
  send();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(label);
  expect(alert.textContent).toContain(note);
  await user.click(screen.getByRole('button', { name: 'Remove 2 images' }));
  expect(listNames()).toEqual(left);
  // The page says it all.
  expect(readToast()?.title).toBe('Before');
});

test('shows how far an upload is, and that it has failed', async () => {
  const { uploads, transport, send } = open();
  expect(readText()).toBe('');
  await act(() => uploads.selection.add([createFile('a.jpg'), createFile('b.jpg')]));
  const { promise, reject } = Promise.withResolvers<unknown>();
  transport.sendForm.mockReturnValueOnce(promise);
  send();
  const bar = await screen.findByRole('progressbar', { name: 'Uploading' });
  expect(bar.getAttribute('aria-valuenow')).toBe('0');
  expect(readText()).toMatch(/^Uploading 0 .+ of 2 KB Cancel$/);
  reject(new ApiFailure(500, 'Internal Server Error'));
  expect(readText(await screen.findByRole('alert'))).toBe('Upload failed Your selection is kept. Try again');
});

/** The connection is lost during the first try. */
async function openInterrupted() {
  const opened = open();
  const { uploads, transport, disconnect, send } = opened;
  await act(() => uploads.selection.add([createFile('a.jpg')]));
  transport.sendForm.mockImplementationOnce(async () => {
    disconnect();
    throw new TypeError('The connection failed.');
  });
  send();
  await screen.findByRole('alert');
  return opened;
}

test('a batch starts only on confirmation after the connection was lost', async () => {
  const { user, transport, reconnect, listNames } = await openInterrupted();
  expect(screen.getByRole('alert').textContent).toContain('Start this batch?');
  expect(readToast()).toMatchObject({
    title: 'Start not confirmed',
    description: 'Connection lost. Your selection is kept.',
    isDestructive: true,
  });
  expect(screen.getByRole('alert').textContent).toContain('$0.02 · 1 image × $0.02. If it has started');
  act(() => reconnect());
  await user.click(screen.getByRole('button', { name: 'Start batch' }));
  await waitFor(() => expect(listNames()).toEqual([]));
  expect(transport.sendForm).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a batch that was interrupted can be cancelled', async () => {
  const { user, transport, reconnect, listNames } = await openInterrupted();
  act(() => reconnect());
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(listNames()).toEqual(['a.jpg']);
  expect(transport.sendForm).toHaveBeenCalledOnce();
});

test('says in the row of a picture why it was refused', async () => {
  const { uploads, transport, send } = open();
  act(() => uploads.selection.addSent([createSentPicture(0)]));
  const [selected] = uploads.selection.getSelected();
  if (!selected) throw new Error('Nothing is selected.');
  openPart(
    <FileRow
      uploads={uploads}
      selected={selected}
      isSending={false}
      onRetry={() => undefined}
      onRemove={() => undefined}
    />,
  );
  transport.sendJson.mockRejectedValue(gone([0]));
  send();
  expect(await screen.findByTitle('This file was deleted.')).toBeDefined();
});

/** What the browser draws of pictures of these sizes. */
function stubDrawing() {
  const drawn: number[][] = [];
  const asked: unknown[] = [];
  vi.stubGlobal(
    'createImageBitmap',
    async (_file: File, options: { resizeWidth?: number; resizeHeight?: number }) => {
      asked.push(options);
      const { resizeWidth, resizeHeight = 88 } = options;
      return { width: resizeWidth ?? 44, height: resizeHeight, close: () => drawn.push([]) };
    },
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(
    Object.assign(Object.create(null), {
      drawImage: (_bitmap: object, x: number, y: number) => drawn.push([x, y]),
    }),
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/webp;base64,fox');
  return { drawn, asked };
}

test.each([
  ['wide', { width: 400, height: 200 }, { resizeWidth: 176 }, [-44, 0]],
  ['tall', { width: 200, height: 400 }, { resizeHeight: 176 }, [22, -44]],
  ['very long', { width: 9000, height: 90 }, { resizeWidth: 528 }, [-220, 0]],
])('a preview shows the middle of a %s picture', async (_name, size, scaled, place) => {
  const { drawn, asked } = stubDrawing();
  openPart(<Preview selected={{ key: crypto.randomUUID(), file: createFile('a.jpg'), size }} />);
  await waitFor(() => expect(document.querySelector('img')?.src).toBe('data:image/webp;base64,fox'));
  expect(asked).toEqual([{ resizeQuality: 'medium', ...scaled }]);
  expect(drawn).toEqual([place, []]);
  vi.unstubAllGlobals();
});

test('a file without a preview has an icon, and another one if the server may read it', async () => {
  const icons = [];
  for (const size of ['unknown', 'unreadable', { width: 100_000, height: 100_000 }] as const) {
    const { unmount } = openPart(
      <Preview selected={{ key: crypto.randomUUID(), file: createFile('a.bmp'), size }} />,
    );
    await waitFor(() => expect(document.querySelector('svg')).not.toBeNull());
    icons.push(document.querySelector('svg')?.innerHTML);
    unmount();
  }
  expect(icons[0]).not.toBe(icons[1]);
  expect(icons[2]).toBe(icons[1]);
});

import { act, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { upscaleImages } from '@portal/contracts/upscale';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiFailure } from '../../client/api/api-failure.ts';
import { createSentPicture } from '../send-to/testing/create-sent-picture.ts';
import { openPart, readText } from '../../testing/open-part.tsx';
import { readToast, toast } from '../../client/toast/toast-store.ts';
import { chooseFolder } from './choose-folder.ts';
import { DropZone } from './drop-zone.tsx';
import { IgnoredFiles } from './ignored-files.tsx';
import { getName } from './selected.ts';
import { SelectedFiles } from './selected-files.tsx';
import { createFile } from './testing/create-file.ts';
import { createTransport } from './testing/fake-transport.ts';
import { UploadProgress } from './upload-progress.tsx';
import { Uploads } from './uploads.ts';

function openUploads() {
  toast('Before');
  const { transport } = createTransport();
  const uploads = new Uploads('upscale', transport);
  const onSend = () => uploads.send({ call: upscaleImages, options: {} });
  const user = openPart(
    <>
      <DropZone uploads={uploads} title="Drop images here" hints={['JPEG']} />
      <SelectedFiles uploads={uploads} onSend={onSend} />
      <UploadProgress uploads={uploads} price={0.02} onSend={onSend} />
      <input aria-label="Name" />
    </>,
  );
  const listNames = () => uploads.selection.getSelected().map(getName);
  const add = (...names: string[]) => act(() => uploads.selection.add(names.map((name) => createFile(name))));
  const send = () => act(onSend);
  return { user, uploads, transport, listNames, add, send };
}

const findButton = (name: string) => screen.getByRole('button', { name });
const findZone = () => findButton('Drop images here JPEG');
const toItems = (files: File[]) => files.map((file) => ({ kind: 'file', getAsFile: () => file }));
const drop = (...files: File[]) =>
  fireEvent.drop(findZone(), { dataTransfer: { files, types: ['Files'], items: toItems(files) } });

test('files are dropped, in the order of their names', async () => {
  const { listNames } = openUploads();
  expect(readText()).toBe('Drop images here JPEG');
  expect(document.querySelector('input')?.accept).toMatch(/^image\/jpeg,/);
  drop(createFile('b.jpg'), createFile('a.jpg'));
  await waitFor(() => expect(listNames()).toEqual(['a.jpg', 'b.jpg']));
  expect(screen.getByRole('region', { name: '2 image(s) selected' })).toBeDefined();
  const announced = screen.getAllByRole('status').map(({ textContent }) => textContent);
  expect(announced).toContain('2 image(s) selected');
});

test('shows that files are above the page, or above the zone', async () => {
  openUploads();
  const zone = findZone();
  const before = zone.className;
  const over = { dataTransfer: { types: ['Files'], items: toItems([createFile('a.jpg')]), files: [] } };
  fireEvent.dragEnter(document, over);
  await waitFor(() => expect(zone.className).not.toBe(before));
  expect(zone.dataset['dragging']).toBe('false');
  fireEvent.dragEnter(zone, over);
  await waitFor(() => expect(zone.dataset['dragging']).toBe('true'));
});

function paste(target: Element, ...files: File[]) {
  const event = createEvent.paste(target, { clipboardData: { files } });
  fireEvent(target, event);
  return event.defaultPrevented;
}

test('files are pasted anywhere but into fields and dialogs', async () => {
  const { listNames } = openUploads();
  expect(paste(document.body)).toBe(false);
  expect(paste(screen.getByRole('textbox', { name: 'Name' }), createFile('a.jpg'))).toBe(false);
  const dialog = document.body.appendChild(document.createElement('div'));
  dialog.setAttribute('role', 'dialog');
  expect(paste(document.body, createFile('a.jpg'))).toBe(false);
  dialog.remove();
  expect(paste(document.body, createFile('b.jpg'))).toBe(true);
  await waitFor(() => expect(listNames()).toEqual(['b.jpg']));
});

test('a folder has the files of all its levels', async () => {
  const inputs: HTMLInputElement[] = [];
  vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function note(this: HTMLInputElement) {
    inputs.push(this);
  });
  const chosen: string[] = [];
  chooseFolder((files) => chosen.push(...files.map(({ path }) => path)));
  const [input] = inputs;
  if (!input) throw new Error('No dialog was opened.');
  expect([input.type, Object(input).webkitdirectory]).toEqual(['file', true]);
  const files = ['z/a.jpg', 'z/.b/c.jpg'].map((path) =>
    Object.defineProperty(createFile('a.jpg'), 'webkitRelativePath', { value: path }),
  );
  Object.defineProperty(input, 'files', { value: files });
  fireEvent.change(input);
  expect(chosen).toEqual(['z/a.jpg', 'z/.b/c.jpg']);
});

test('files that are removed leave the focus on the next one', async () => {
  const { user, listNames, add } = openUploads();
  await add('a.jpg', 'b.jpg', 'c.jpg');
  await user.click(findButton('Remove b.jpg'));
  expect(listNames()).toEqual(['a.jpg', 'c.jpg']);
  const expectFocus = (name: string) => waitFor(() => expect(document.activeElement).toBe(findButton(name)));
  await expectFocus('Remove c.jpg');
  await user.keyboard('{Enter}');
  await expectFocus('Remove a.jpg');
  await user.click(findButton('Clear All'));
  expect(listNames()).toEqual([]);
  expect(screen.queryByRole('list', { name: /./ })).toBeNull();
});

test('only the rows in view of a long list are rendered', async () => {
  const { add } = openUploads();
  await add(...Array.from({ length: 60 }, (_, index) => `${index}.jpg`));
  const rows = screen.getAllByRole('listitem');
  expect(rows.length).toBeLessThan(30);
  expect(rows[1]?.style.transform).toBe('translateY(60px)');
  expect(rows[1]?.getAttribute('aria-posinset')).toBe('2');
  expect(rows[1]?.getAttribute('aria-setsize')).toBe('60');
});

test('a picture of another batch has a third line', () => {
  const { uploads } = openUploads();
  act(() => uploads.selection.addSent([createSentPicture(0)]));
  expect(screen.getByRole('listitem').style.height).toBe('80px');
});

test('files that are ignored are listed on request', async () => {
  const { user, uploads } = openUploads();
  drop(createFile('a.jpg', { size: 0 }), createFile('b.jpg'));
  const show = await screen.findByRole('button', { name: 'Show' });
  expect(show.closest('[role=status]')?.textContent).toBe('1 file ignored: 1 empty Show');
  await user.click(show);
  expect(show.getAttribute('aria-expanded')).toBe('true');
  const list = document.getElementById(show.getAttribute('aria-controls') ?? '');
  expect(list).toMatchObject({ textContent: 'a.jpg · empty', hidden: false });
  await user.click(findButton('Hide'));
  expect(list).toMatchObject({ textContent: '', hidden: true });
  openPart(<IgnoredFiles uploads={uploads} status="Reading files…" />);
  expect(readText()).toBe('Reading files…');
});

test('files cannot be changed while they are sent, until that is cancelled', async () => {
  const { user, uploads, transport, listNames, add, send } = openUploads();
  await add('a.jpg');
  transport.sendForm.mockImplementation((_path, _form, { signal }) => {
    const { promise, reject } = Promise.withResolvers<unknown>();
    signal.addEventListener('abort', () => reject(signal.reason));
    return promise;
  });
  send();
  expect(findZone().hasAttribute('tabindex')).toBe(false);
  expect(screen.queryByRole('button', { name: /^(Clear All|Remove a\.jpg)$/ })).toBeNull();
  drop(createFile('b.jpg'));
  expect(paste(document.body, createFile('c.jpg'))).toBe(true);
  uploads.remove(uploads.selection.getSelected()[0]?.key ?? '');
  uploads.clear();
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull());
  expect(listNames()).toEqual(['a.jpg']);
  expect(uploads.session.isBusy()).toBe(false);
  expect(readToast()?.title).toBe('Before');
});

test('an upload that has failed can be tried again', async () => {
  const { user, transport, add, send, listNames } = openUploads();
  await add('a.jpg');
  transport.sendForm.mockRejectedValueOnce(new ApiFailure(500, 'Internal Server Error'));
  send();
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(transport.sendForm).toHaveBeenCalledTimes(2));
  expect(readToast()?.title).toBe('Error');
  expect(listNames()).toEqual([]);
});

test('a folder can be chosen, also beside the files that are there', async () => {
  const click = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => undefined);
  Object.defineProperty(HTMLInputElement.prototype, 'webkitdirectory', {
    configurable: true,
    writable: true,
    value: false,
  });
  onTestFinished(() => void Reflect.deleteProperty(HTMLInputElement.prototype, 'webkitdirectory'));
  const { user, transport, add, send } = openUploads();
  const button = findButton('Choose a folder');
  expect(button.textContent).toBe('Choose a folder');
  await user.click(button);
  expect(click).toHaveBeenCalledTimes(1);
  await add('a.jpg');
  const small = findButton('Choose a folder');
  expect(small.textContent).toBe('');
  await user.click(small);
  expect(click).toHaveBeenCalledTimes(2);
  transport.sendForm.mockReturnValueOnce(new Promise(() => undefined));
  send();
  expect(small).toHaveProperty('disabled', true);
});

import { listPresets, transformImages } from '@portal/contracts/stylizer';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  chooseFiles,
  expectNoToast,
  listFiles,
  readForm,
  retryHistory,
  waitForCount,
  waitForFailure,
} from '../../../testing/tool-page.ts';
import { createFile, createMixedFiles } from '../../../pictures/uploads/testing/create-file.ts';
import { openStylizer } from '../testing/open-stylizer.tsx';

const MAX_BYTES = 20 * 1024 * 1024;

const findStyle = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
const findSubmit = () =>
  screen.getByText<HTMLButtonElement>(/^(Transform Images|Uploading\.\.\.)$/, { selector: 'button' });
const readIgnored = () => screen.findByText(/ ignored: /);
const isStart = ({ path }: { path: string }) => path === transformImages.path;
const started = () => Response.json({ success: true, batchId: 'new' }, { status: 202 });
const refuse = (status: number, body: object = {}) => Response.json(body, { status });

async function openForm(answer?: Parameters<typeof openStylizer>[0]) {
  const opened = openStylizer(answer);
  await screen.findByRole('radio', { name: 'Anime' });
  return opened;
}

const clearAll = async (user: ReturnType<typeof openStylizer>['user']) => {
  await user.click(screen.getByRole('button', { name: 'Clear All' }));
  expect(screen.queryByText(/selected$/)).toBeNull();
};

test('shows what the drop zone takes, and the note of a style [T2.4.1, T2.4.2, T2.4.3]', async () => {
  const { user } = await openForm();
  expect(screen.getByText('Transform images with curated style presets')).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Transform Images' })).toBeDefined();
  expect(screen.getByText('Drop images here or click to select').parentElement?.textContent).toBe(
    'Drop images here or click to selectSupports JPEGs, PNGs, & WEBPsUpload up to 100 imagesMax file size is 20MB per image',
  );
  await user.click(findStyle('Studio Ghibli'));
  const note = screen.getByText('Agencies do not accept this style.');
  expect(findStyle('Studio Ghibli').getAttribute('aria-describedby')).toBe(note.id);
  await user.click(findStyle('Anime'));
  expect(note.textContent).toBe('');
});

test('leads to the images and the style that are missing', async () => {
  const { user } = await openForm();
  const listMissing = () =>
    within(screen.getByRole('list', { name: 'Missing' }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
  expect(listMissing()).toEqual(['Images', 'Style']);
  await user.click(screen.getByRole('button', { name: 'Style' }));
  expect(document.activeElement?.getAttribute('type')).toBe('radio');
  await user.click(screen.getByRole('button', { name: 'Images' }));
  expect(document.activeElement?.textContent).toMatch(/^Drop images here/);
  await user.click(findStyle('Goth'));
  expect(listMissing()).toEqual(['Images']);
  chooseFiles(createFile('one.png'));
  await waitForCount(1);
  expect(screen.queryByText('Missing:')).toBeNull();
});

test('lists the images to remove one or all of them [T2.4.4, T2.4.5, T5.4.3]', async () => {
  const { user } = await openForm();
  const names = Array.from({ length: 8 }, (_, index) => `photo ${index + 1}.png`);
  chooseFiles(...names.map((name) => createFile(name)));
  await waitForCount(8);
  expect(listFiles()).toEqual(names);
  await user.click(screen.getByRole('button', { name: 'Remove photo 2.png' }));
  await waitForCount(7);
  expect(listFiles()).not.toContain('photo 2.png');
  await clearAll(user);
  expect(listFiles()).toEqual([]);
});

test('ignores what is no image, too large or there already, and counts it [T5.4.4, T9.0.20, T9.0.21, D-uploads.7]', async () => {
  await openForm();
  const jpeg = createFile('d.jpeg');
  chooseFiles(...createMixedFiles(MAX_BYTES), jpeg);
  await waitForCount(5);
  expect((await readIgnored()).textContent).toContain(
    '4 files ignored: 1 too large, 1 empty, 1 not an image, 1 unsupported type',
  );
  chooseFiles(jpeg);
  await waitFor(async () =>
    expect((await readIgnored()).textContent).toContain('1 file ignored: 1 already selected'),
  );
  await waitForCount(5);
  expectNoToast();
  chooseFiles(...Array.from({ length: 98 }, (_, index) => createFile(`photo ${index}.png`)));
  await waitForCount(100);
  expect((await readIgnored()).textContent).toContain('3 files ignored: 3 over the limit');
});

test("needs image and style, reads 'Uploading...', then keeps only the style [T2.4.11, T2.4.12, T3.7.4, T3.7.5, T5.4.6, T7.4.3]", async () => {
  const sending = Promise.withResolvers<Response>();
  const { user, requests, countLists } = await openForm({
    answer: (request) => (isStart(request) ? sending.promise : undefined),
  });
  expect(findSubmit()).toMatchObject({ textContent: 'Transform Images', disabled: true });
  chooseFiles(createFile('one.png'), createFile('two.png'));
  await waitForCount(2);
  expect(findSubmit().disabled).toBe(true);
  await user.click(findStyle('Goth'));
  expect(findSubmit().disabled).toBe(false);
  await clearAll(user);
  expect(findSubmit().disabled).toBe(true);
  chooseFiles(createFile('five.png'), createFile('six.png'));
  await waitForCount(2);
  expect(findSubmit().disabled).toBe(false);

  await user.click(findSubmit());
  await waitFor(() => expect(findSubmit()).toMatchObject({ textContent: 'Uploading...', disabled: true }));
  expect(screen.queryByRole('button', { name: /^(Remove|Clear)/ })).toBeNull();
  const listsBefore = countLists();
  sending.resolve(started());
  await waitFor(() => expect(listFiles()).toEqual([]));
  await waitFor(() => expect(countLists()).toBeGreaterThan(listsBefore));
  expect(readForm(requests.find(isStart)?.body)).toEqual([
    ['batchName', expect.stringMatching(/^\d{1,2}\/\d{1,2}\/\d{2}, \d{1,2}:\d{2}\s[AP]M$/)],
    ['preset', 'goth'],
    ['originalFilenames', '["five.png","six.png"]'],
    ['images', 'five.png'],
    ['images', 'six.png'],
  ]);
  expect(findSubmit()).toMatchObject({ textContent: 'Transform Images', disabled: true });
  expect(findStyle('Goth').checked).toBe(true);
});

test('shows a toast for failed lists, and loads them again on demand [T8.5.1]', async () => {
  let isFailing = true;
  const presets = Promise.withResolvers<Response>();
  const { user } = openStylizer({
    answer: ({ path }) => {
      if (!isFailing) return undefined;
      return path === listPresets.path ? presets.promise : refuse(500);
    },
  });
  await retryHistory(user, () => (isFailing = false));
  presets.resolve(refuse(500));
  await waitForFailure();
  expect(findSubmit().disabled).toBe(true);
  await user.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Try again' }));
  await screen.findByRole('radio', { name: 'Anime' });
});

test("keeps images and style when an upload fails; shows the server's reason [T7.4.4, T8.5.1]", async () => {
  const reason = 'Select at least one image.';
  const answers = [
    refuse(500),
    refuse(400, { error: reason, code: 'invalid-input', requestId: 'r' }),
    started(),
  ];
  const { user, requests } = await openForm({
    answer: (request) => (isStart(request) ? answers.shift() : undefined),
  });
  await user.click(findStyle('Goth'));
  chooseFiles(createFile('one.png'), createFile('two.png'));
  await waitForCount(2);
  await user.click(findSubmit());
  await waitForFailure();
  expect(listFiles()).toHaveLength(2);
  expect(findStyle('Goth').checked).toBe(true);
  expect(findSubmit().textContent).toBe('Transform Images');

  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitForFailure(reason);
  expect(within(screen.getByRole('alert')).getByText(reason)).toBeDefined();
  expect(listFiles()).toHaveLength(2);
  // The style whose price is shown now.
  await user.click(findStyle('Anime'));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(listFiles()).toEqual([]));
  const styles = requests.filter(isStart).map(({ body }) => Object.fromEntries(readForm(body))['preset']);
  expect(styles).toEqual(['goth', 'goth', 'anime']);
});

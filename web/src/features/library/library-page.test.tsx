import { checkExport } from '@portal/contracts/exports';
import { deletePictures, listLibrary } from '@portal/contracts/library';
import { encodeHash } from '@portal/contracts/likeness';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ALL_TOOLS } from '../../testing/all-tools.ts';
import { answerByPath } from '../../testing/answer-by-path.ts';
import { createLibraryBatch, createLibraryPicture } from '../../testing/create-library-batch.ts';
import { openPart, readText } from '../../testing/open-part.tsx';
import { readToast } from '../../client/toast/toast-store.ts';
import { ToolsContext } from '../../pictures/registered-tools/tools.ts';
import { createAgency, createCheck, createChecked } from '../../tools/exports/testing/create-check.ts';
import { BatchHeader } from './batch-header.tsx';
import { LibraryPage } from './library-page.tsx';

const now = Date.now();
const createBatch = (id: string, name: string, count: number, age: number) =>
  createLibraryBatch({
    id,
    name,
    createdAt: new Date(now - age).toISOString(),
    total: count,
    doneCount: count,
    pictures: Array.from({ length: count }, (_, index) =>
      createLibraryPicture({
        index,
        fileName: `${name}_${index + 1}.png`,
        url: `/api/upscale/batches/${id}/images/${index}`,
        thumbnailUrl: `/api/upscale/batches/${id}/images/${index}/thumbnail`,
      }),
    ),
  });

/** What Adobe Stock says about the boats. */
const ALIKE = createCheck(
  [0, 1].map((index) =>
    createChecked(index, {
      picture: { batchId: 'boats', index, kind: 'result' },
      checks: { measures: { hash: encodeHash([]), sharpness: 50 } },
    }),
  ),
  createAgency({ id: 'adobe-stock' }),
);

/** Two boats, and before them three foxes. */
async function openLibrary() {
  const boats = createBatch('boats', 'Boats', 2, 1000);
  const foxes = createBatch('foxes', 'Foxes', 3, 2000);
  let batches = [boats, foxes];
  const requests = answerByPath(({ method, path }) => {
    if (path === deletePictures.path) {
      batches = [{ ...boats, pictures: boats.pictures.slice(1) }, foxes];
      return new Response(null, { status: 204 });
    }
    if (path === checkExport.path) return Response.json(ALIKE);
    if (method === 'GET' && path === listLibrary.path) return Response.json({ batches, next: null });
    return path.endsWith('/thumbnail') ? new Promise<Response>(() => undefined) : undefined;
  });
  const user = openPart(
    <ToolsContext value={ALL_TOOLS}>
      <LibraryPage />
    </ToolsContext>,
  );
  await waitFor(() => expect(findPictures()).toHaveLength(5));
  return { user, requests };
}

const findPictures = () => [...document.querySelectorAll<HTMLElement>('button[aria-pressed][id^=picture-]')];
const findPicture = (index: number): HTMLElement => {
  const found = findPictures()[index];
  if (!found) throw new Error(`There is no picture ${index}.`);
  return found;
};
const expectSelected = (...selected: number[]) =>
  expect(
    findPictures().flatMap((picture, index) =>
      picture.getAttribute('aria-pressed') === 'true' ? [index] : [],
    ),
  ).toEqual(selected);
const click = (index: number, keys: object = {}) =>
  fireEvent.click(findPicture(index), { detail: 1, ...keys });
const press = (index: number, key: string, keys: object = {}) =>
  fireEvent.keyDown(findPicture(index), { key, ...keys });
const findBar = () => screen.queryByRole('toolbar', { name: 'Selected pictures' });

test('selects with click, Ctrl, Shift across batches, both, Ctrl-A, invert and Escape', async () => {
  const { user } = await openLibrary();
  fireEvent.click(findPicture(1).querySelector('[data-select-mark]') ?? document.body, { detail: 1 });
  expectSelected(1);
  click(3, { shiftKey: true });
  expectSelected(1, 2, 3);
  click(0, { shiftKey: true });
  expectSelected(0, 1);
  click(4, { ctrlKey: true });
  expectSelected(0, 1, 4);
  expect(findBar()?.textContent).toContain('3 selected');
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('3 selected');
  const bar = within(screen.getByRole('toolbar', { name: 'Selected pictures' }));
  await user.click(bar.getByRole('button', { name: 'More actions' }));
  await user.click(screen.getByRole('menuitem', { name: 'Invert selection' }));
  expectSelected(2, 3);
  const [first] = screen.getAllByRole('button', { name: /^Select all of/ });
  if (first) await user.click(first);
  expectSelected(0, 1, 2, 3);
  press(2, 'a', { ctrlKey: true });
  expectSelected(0, 1, 2, 3, 4);
  press(2, 'Escape');
  expectSelected();
  click(0, { ctrlKey: true });
  click(4);
  click(2, { ctrlKey: true, shiftKey: true });
  expectSelected(0, 2, 3, 4);
  press(2, 'Escape');
  expectSelected();
  expect(findBar()).toBeNull();
});

test('keeps marks over a reload, and clears them', async () => {
  const { user } = await openLibrary();
  click(0);
  await screen.findByRole('dialog');
  await user.keyboard('xx');
  const listMarked = () =>
    findPictures().flatMap((picture, index) =>
      picture.getAttribute('aria-label')?.endsWith('marked for deletion') === true ? [index] : [],
    );
  await openLibrary();
  expect(listMarked()).toEqual([0, 1]);
  await user.click(screen.getByRole('button', { name: 'Clear marks' }));
  expect(listMarked()).toEqual([]);
  await openLibrary();
  expect(listMarked()).toEqual([]);
});

test('a double click leaves the selection as it was', async () => {
  const { user } = await openLibrary();
  click(1, { ctrlKey: true });
  click(2);
  await user.dblClick(findPicture(4));
  await screen.findByRole('dialog');
  expectSelected(1, 2);
});

test('offers one delete, which names what it deletes', async () => {
  const { user } = await openLibrary();
  click(0);
  await screen.findByRole('dialog');
  await user.keyboard('x{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const listDeletes = () =>
    screen.getAllByRole('button', { name: /^Delete/ }).map(({ textContent }) => textContent);
  expect(listDeletes()).toEqual(['Delete 1 marked']);
  click(3, { ctrlKey: true });
  click(4);
  expect(listDeletes()).toEqual(['Delete 2 selected']);
  await user.click(screen.getByRole('button', { name: 'Delete 2 selected' }));
  expect(screen.getByRole('dialog', { name: 'Delete 2 selected pictures?' })).toBeDefined();
});

test('shows a batch that is named by its time by its prompt, above the date [D-wording-of-money-and-time.9]', async () => {
  const batch = createBatch('foxes', '11/27/26, 6:39 PM', 1, 1000);
  answerByPath(({ path }) =>
    path === listLibrary.path
      ? Response.json({ batches: [{ ...batch, prompt: 'A red fox, running, no snow' }], next: null })
      : undefined,
  );
  openPart(
    <ToolsContext value={ALL_TOOLS}>
      <LibraryPage />
    </ToolsContext>,
  );
  const heading = await screen.findByRole('heading', { level: 3 });
  expect(heading.textContent).toBe('A red fox');
  expect(heading.parentElement?.textContent).toContain('1 picture · 11/27/26, 6:39 PM');
  screen.getByRole('button', { name: 'Select all of A red fox, 11/27/26, 6:39 PM' });
  screen.getByRole('button', { name: /, of A red fox, 11\/27\/26, 6:39 PM$/ });
});

test('deletes marked pictures after a confirmation', async () => {
  const { user, requests } = await openLibrary();
  click(0);
  within(await screen.findByRole('dialog')).getByText('1 / 5');
  await user.keyboard('x');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(await screen.findByText('Delete 1 marked'));
  const question = within(screen.getByRole('dialog', { name: 'Delete 1 marked picture?' }));
  question.getByText('This action cannot be undone.');
  expect(requests.some(({ path }) => path === deletePictures.path)).toBe(false);
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(findPictures()).toHaveLength(4));
  await waitFor(() => expect(readToast()?.title).toBe('1 picture deleted'));
  await waitFor(() => expect(document.activeElement).toBe(findPicture(0)));
  expect(requests.find(({ path }) => path === deletePictures.path)?.body).toEqual({
    pictures: [{ batchId: 'boats', index: 0, kind: 'result' }],
  });
});

test('each export starts with all selected pictures', async () => {
  const { user, requests } = await openLibrary();
  const openExport = async () => {
    await user.click(screen.getByRole('button', { name: 'Export for agency…' }));
    return within(await screen.findByRole('dialog'));
  };
  const findChecked = () => requests.findLast(({ path }) => path === checkExport.path)?.body;
  click(0, { ctrlKey: true });
  click(1);
  const first = await openExport();
  await user.click(await first.findByRole('button', { name: 'Keep best of each' }));
  await waitFor(() => expect(findChecked()).toHaveProperty('alike'));
  await user.click(first.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  click(2);
  const second = await openExport();
  await second.findByText('3 pictures as sRGB JPEG, with texts inside and the agency’s CSV.');
  await waitFor(() => expect(Object(findChecked()).pictures).toHaveLength(3));
  expect(findChecked()).not.toHaveProperty('alike');
});

test('says when pictures at half price are made', () => {
  const hour = 3_600_000;
  const batch = createLibraryBatch({
    status: 'processing',
    createdAt: new Date(Date.now() - 2.5 * hour).toISOString(),
    total: 4,
    doneCount: 0,
    halfPrice: { startedAt: null },
  });
  openPart(
    <ToolsContext value={ALL_TOOLS}>
      <BatchHeader
        shown={{ batch, pictures: [] }}
        day={undefined}
        isSelected={false}
        style={{}}
        onSelect={() => undefined}
      />
    </ToolsContext>,
  );
  expect(readText(screen.getByRole('heading', { level: 3 }).parentElement ?? undefined)).toContain(
    '4 pictures within 22 h',
  );
});

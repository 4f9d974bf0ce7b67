import { listLibrary, starPictures, type LibraryPicture } from '@portal/contracts/library';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createChecks, createSoftChecks, makeHash } from '../../pictures/checks/testing/create-checks.ts';
import { ToolsContext } from '../../pictures/registered-tools/tools.ts';
import { ALL_TOOLS } from '../../testing/all-tools.ts';
import { answerByPath } from '../../testing/answer-by-path.ts';
import { createLibraryBatch, createLibraryPicture } from '../../testing/create-library-batch.ts';
import { expectToast } from '../../testing/expect-toast.ts';
import { createPicture } from '../../testing/load-pictures.ts';
import { openPart, readLocation } from '../../testing/open-part.tsx';
import { LibraryPage } from './library-page.tsx';

const CHECKS: Record<string, LibraryPicture['checks']> = {
  owl: createChecks({ hash: makeHash(0, 7), sharpness: 50 }),
  'soft-fox': createSoftChecks(),
  'sharp-fox': createChecks({ sharpness: 90 }),
  'plain-fox': createChecks({ sharpness: 40 }),
  // Less alike than the others.
  'late-fox': createChecks({ hash: makeHash(7, 1), sharpness: 30 }),
};

/** An owl, four foxes that look alike, and a boat that was not measured. */
async function openLibrary({ path = '/library', areMeasured = true } = {}) {
  const names = [...Object.keys(CHECKS), 'boat'];
  const batch = createLibraryBatch({
    id: 'one',
    tool: 'image-generator',
    total: names.length,
    doneCount: names.length,
    pictures: names.map((name, index) =>
      createLibraryPicture({
        index,
        fileName: name,
        url: `/images/${index}`,
        thumbnailUrl: `/images/${index}/thumbnail`,
        checks: areMeasured ? CHECKS[name] : undefined,
      }),
    ),
  });
  const requests = answerByPath(({ method, path: asked }) => {
    if (method === 'GET' && asked === listLibrary.path)
      return Response.json({ batches: [batch], next: null });
    if (method === 'PATCH') return Response.json({ success: true, starred: [] });
    return asked.startsWith('/images') ? createPicture() : undefined;
  });
  const user = openPart(
    <ToolsContext value={ALL_TOOLS}>
      <LibraryPage />
    </ToolsContext>,
    { path },
  );
  await screen.findByRole('group', { name: 'Pictures' });
  return { user, requests };
}

const listCells = () => [...document.querySelectorAll<HTMLElement>('button[aria-pressed][id^=picture-]')];
const nameOf = (cell: Element | null) => cell?.getAttribute('aria-label')?.replace(', of Red fox', '') ?? '';
const listNames = () => listCells().map(nameOf);
const find = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}, of`) });
const stack = async () => {
  const opened = await openLibrary();
  await opened.user.click(await screen.findByRole('button', { name: 'Stacks' }));
  await waitFor(() => expect(listNames()[1]).toBe('sharp-fox, stack of 4'));
  return opened;
};
/** On the current picture: the test moves no real focus, so any cell hears the key. */
const press = (...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(listCells()[0] ?? document.body, { key });
};
const starPath = starPictures.path.replace('{id}', 'one');

test('stacks alike pictures with the best one on top, as alike as the slider says', async () => {
  const { user } = await stack();
  expect(listNames()).toEqual(['owl', 'sharp-fox, stack of 4', 'boat']);
  screen.getByText('6 pictures, 4 of them in 1 stack');
  screen.getByText('1 not checked');
  fireEvent.change(screen.getByRole('slider', { name: 'How alike' }), { target: { value: '100' } });
  await waitFor(() => expect(listNames()).toContain('sharp-fox, stack of 3'));
  expect(listNames()).toContain('late-fox');
  await openLibrary();
  await waitFor(() => expect(listNames()).toContain('sharp-fox, stack of 3'));
  await user.click(screen.getByRole('button', { name: 'Stacks' }));
  await waitFor(() => expect(listNames()).toHaveLength(6));
});

test('selects all pictures of a stack, and says so', async () => {
  await stack();
  fireEvent.click(find('sharp-fox'), { detail: 1, ctrlKey: true });
  const bar = within(screen.getByRole('toolbar', { name: 'Selected pictures' }));
  bar.getByText('4 selected, 1 whole stack');
  press('Enter');
  await waitFor(() => expect(listCells()).toHaveLength(6));
  fireEvent.click(find('soft-fox'), { detail: 1, ctrlKey: true });
  bar.getByText('3 selected');
  press('Escape');
  await waitFor(() => expect(listCells()).toHaveLength(3));
  expect(find('sharp-fox').getAttribute('aria-pressed')).toBe('mixed');
  bar.getByText('3 selected');
});

test('opens a stack in place by Enter or its count, and closes it by Escape', async () => {
  const { user } = await stack();
  press('ArrowRight', 'Enter');
  await waitFor(() =>
    expect(listNames()).toEqual([
      'owl',
      'sharp-fox, in the open stack',
      'plain-fox, in the open stack',
      'late-fox, in the open stack',
      'soft-fox, in the open stack, Soft',
      'boat',
    ]),
  );
  press('ArrowRight', 'Escape');
  await waitFor(() => expect(nameOf(document.activeElement)).toBe('sharp-fox, stack of 4'));
  await user.click(screen.getByRole('button', { name: 'Open the stack of 4' }));
  await waitFor(() => expect(listCells()).toHaveLength(6));
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Close stack' }));
  await waitFor(() => expect(listCells()).toHaveLength(3));
  await waitFor(() => expect(nameOf(document.activeElement)).toBe('sharp-fox, stack of 4'));
});

test('keeps the best picture of a stack, and marks the others for deletion', async () => {
  const { user, requests } = await stack();
  await user.click(screen.getByRole('button', { name: 'Open the stack of 4' }));
  await user.click(await screen.findByRole('button', { name: 'Keep best' }));
  await expectToast('1 picture kept', { description: '3 marked for deletion.' });
  await screen.findByText('Delete 3 marked');
  await waitFor(() => expect(requests.find(({ path }) => path === starPath)?.body).toEqual({ add: [2] }));
  // What the closed stack hides is said too.
  await user.click(screen.getByRole('button', { name: 'Close stack' }));
  await waitFor(() => expect(nameOf(listCells()[1] ?? null)).toMatch(/3 marked for deletion$/));
});

test('keeps the best of a selection, if some of it is alike', async () => {
  const { user } = await openLibrary();
  fireEvent.click(await screen.findByRole('button', { name: /^owl/ }), { detail: 1, ctrlKey: true });
  fireEvent.click(find('soft-fox'), { detail: 1, ctrlKey: true });
  await user.click(screen.getByRole('button', { name: 'Keep best' }));
  await expectToast('None of these pictures are alike');
  fireEvent.click(find('plain-fox'), { detail: 1, ctrlKey: true });
  await user.click(screen.getByRole('button', { name: 'Keep best' }));
  await waitFor(() => expect(find('soft-fox').getAttribute('aria-label')).toMatch(/marked for deletion$/));
  expect(listNames().filter((name) => name.endsWith('marked for deletion'))).toHaveLength(1);
  // The selection contained what is kept.
  expect(screen.getAllByRole('button', { name: /^Delete/ }).map(({ textContent }) => textContent)).toEqual([
    'Delete 1 marked',
  ]);
});

test('compares pictures by C, keeps one by its number, and returns the focus', async () => {
  const { user, requests } = await openLibrary();
  fireEvent.click(await screen.findByRole('button', { name: /^owl/ }), { detail: 1, ctrlKey: true });
  press('c');
  await expectToast('Select 2 to 4 pictures to compare');
  fireEvent.click(find('plain-fox'), { detail: 1, ctrlKey: true });
  press('c');
  await screen.findByRole('dialog', { name: 'Compare 2 pictures' });
  await user.keyboard('2');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await expectToast('1 picture kept', { description: '1 marked for deletion.' });
  await waitFor(() => expect(requests.find(({ path }) => path === starPath)?.body).toEqual({ add: [3] }));
  await waitFor(() => expect(nameOf(document.activeElement)).toMatch(/^plain-fox/));
  expect(nameOf(listCells()[0] ?? null)).toMatch(/marked for deletion$/);
});

test('compares the four best pictures of a stack', async () => {
  await stack();
  press('ArrowRight', 'c');
  expect(await screen.findByRole('dialog', { name: 'Compare 4 pictures' })).toBeDefined();
});

test('shows pictures by their checks, and sorts by sharpness', async () => {
  const { user } = await openLibrary({ path: '/library?checks=needs-a-look' });
  await waitFor(() => expect(listNames()).toEqual(['soft-fox, Soft']));
  screen.getByText('1 not checked');
  const select = screen.getByRole('combobox', { name: 'Checks' });
  await user.selectOptions(select, 'Alike');
  await waitFor(() => expect(listCells()).toHaveLength(4));
  expect(readLocation()).toBe('/library?checks=alike');
  await user.selectOptions(select, 'Ready to sell: Adobe Stock');
  await screen.findByText('No pictures match');
  await user.selectOptions(select, '');
  await user.click(screen.getByRole('button', { name: 'Sharpest first' }));
  await waitFor(() => expect(listNames()[0]).toBe('sharp-fox'));
  expect(listNames().at(-1)).toBe('boat');
});

test('offers nothing of this before any picture was measured', async () => {
  await openLibrary({ areMeasured: false });
  await waitFor(() => expect(listCells()).toHaveLength(6));
  expect(screen.queryByRole('button', { name: 'Stacks' })).toBeNull();
  expect(screen.queryByRole('combobox', { name: 'Checks' })).toBeNull();
});

import { listLibrary, type LibraryBatch } from '@portal/contracts/library';
import { listPipelines, listRecipes } from '@portal/contracts/pipelines';
import { getSpend, type Spend } from '@portal/contracts/spend';
import type { Role } from '@portal/contracts/identity';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, test } from 'vitest';
import { answerByPath } from '../../testing/answer-by-path.ts';
import { createLibraryBatch, createLibraryPicture } from '../../testing/create-library-batch.ts';
import { openPart, readLocation } from '../../testing/open-part.tsx';
import { findPanel } from '../../testing/read-page.ts';
import { ALL_TOOLS } from '../../testing/all-tools.ts';
import { ToolsContext } from '../../pictures/registered-tools/tools.ts';
import { isFile } from '../../pictures/uploads/selected.ts';
import { useUploads } from '../../pictures/uploads/use-uploads.ts';
import { HomePage } from './home-page.tsx';

const inHours = (hours: number) => new Date(Date.now() + hours * 60 * 60 * 1000).toISOString();
const createPicture = (index: number) => createLibraryPicture({ index, isStarred: index < 2 });
const running = createLibraryBatch({
  id: 'running',
  tool: 'upscale',
  name: '11/27/26, 6:39 PM',
  prompt: 'Night sky, stars, no moon',
  status: 'processing',
  endedAt: null,
  total: 12,
  doneCount: 7,
});
const finished = createLibraryBatch({
  id: 'fox',
  tool: 'stylizer',
  pictures: Array.from({ length: 15 }, (_, index) => createPicture(index)),
});
const old = createLibraryBatch({
  id: 'old',
  name: 'Harbor at dawn',
  expiresAt: inHours(5.5),
  pictures: [0, 1, 2].map(createPicture),
});
const spend: Spend = {
  month: '2026-11',
  dollars: 12.5,
  reserved: 0,
  saved: 0,
  budget: 50,
  byTool: [],
  byPerson: [],
  byDay: [],
};
const SPEND = getSpend.path.replace('{month}', '');

/** Opens home with the newest batches, and those that expire soon. */
function openHome(role: Role, newest: LibraryBatch[], oldest: LibraryBatch[] = []) {
  const server = { list: () => Response.json({ batches: newest, next: null }) };
  const requests = answerByPath(({ path }) => {
    if (path.startsWith(`${listLibrary.path}?createdBefore`))
      return Response.json({ batches: oldest, next: null });
    if (path.startsWith(listLibrary.path)) return server.list();
    if (path === listPipelines.path) return Response.json({ pipelines: [] });
    if (path === listRecipes.path) return Response.json({ recipes: [] });
    return path.startsWith(SPEND) ? Response.json(spend) : undefined;
  });
  const chosen = { list: (): string[] => [] };
  const Chosen = () => {
    const { uploads } = useUploads('keyword-generator');
    chosen.list = () =>
      uploads.selection
        .getSelected()
        .filter(isFile)
        .map(({ file }) => file.name);
    useEffect(() => () => uploads.clear(), [uploads]);
    return undefined;
  };
  const user = openPart(
    <ToolsContext value={ALL_TOOLS}>
      <HomePage />
      <Chosen />
    </ToolsContext>,
    { role },
  );
  return { user, server, requests, chosen };
}
const waitForLists = () => waitFor(() => expect(screen.queryByLabelText('Loading your pictures')).toBeNull());

test('lists running batches, latest pictures, expiring ones, and the spend for admins', async () => {
  const { user } = openHome('admin', [running, finished], [old]);
  const progress = await screen.findByRole('progressbar', { name: '7/12 completed' });
  expect(progress.getAttribute('aria-valuenow')).toBe('58');
  const pictures = findPanel('Latest pictures').getAllByLabelText(/^Red_fox_001\.png, Red fox$/);
  expect(pictures).toHaveLength(12);
  expect(pictures[0]?.getAttribute('href')).toBe('/tools/stylizer#batch-fox');

  const expiring = findPanel('Expiring soon');
  expect(expiring.getByText(/^Expires in 5 h$/)).toBeDefined();
  expect(expiring.getByText('3 pictures')).toBeDefined();
  expect(expiring.getByText('2 starred')).toBeDefined();
  expect(expiring.getByText('Harbor at dawn').closest('a')).not.toBeNull();

  const month = findPanel('Spend this month');
  expect(month.getByText('$12.50')).toBeDefined();
  expect(month.getByText('Details').getAttribute('href')).toBe('/admin/spend');
  findPanel('Running now').getByText('11/27/26, 6:39 PM');
  await user.click(findPanel('Running now').getByText('Night sky, stars'));
  expect(readLocation()).toBe('/tools/upscale#batch-running');
});

test('says when a batch at half price is made at the latest', async () => {
  const halfPrice = { startedAt: inHours(-1.5) };
  openHome('user', [{ ...running, doneCount: 0, halfPrice }]);
  const progress = await screen.findByRole('progressbar');
  expect(progress.getAttribute('aria-label')).toBe('12 pictures at half price, within 23 h');
  expect(progress.getAttribute('aria-valuenow')).toBeNull();
  expect(screen.queryByText('0/12 completed')).toBeNull();
});

test('hides empty lists, and hides spend from others [P2.5, P6.2]', async () => {
  const { requests } = openHome('user', []);
  await screen.findByLabelText('Loading your pictures');
  await waitForLists();
  expect([...document.querySelectorAll('h2')].map(({ textContent }) => textContent)).toEqual(['Tools']);
  expect(requests.some(({ path }) => path.includes('/api/admin/'))).toBe(false);
});

test('says when the pictures could not be loaded, and loads them again', async () => {
  const { user, server } = openHome('user', [finished]);
  const { list } = server;
  server.list = () => Response.json({}, { status: 503 });
  const again = await screen.findByText('Try again');
  expect(screen.getByText('Your latest pictures could not be loaded.')).toBeDefined();
  server.list = list;
  await user.click(again);
  await screen.findByLabelText('Latest pictures', { selector: 'section' });
  expect(screen.queryByText('Try again')).toBeNull();
});

test('asks which tool chosen files are for, and selects them there', async () => {
  const { user, chosen } = openHome('user', []);
  await waitForLists();
  const input = await waitFor(() => {
    const found = document.querySelector('input[type=file]');
    if (!found) throw new Error('Nothing takes files.');
    return found;
  });
  const files = ['one.png', 'two.png'].map((name) => new File(['fox'], name, { type: 'image/png' }));
  fireEvent.change(input, { target: { files } });
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose a tool for 2 files' }));
  expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Upscale & EnhancementUp to 100 images, 10 MB each',
    'Keyword GeneratorUp to 100 images, 20 MB each',
    'StylizerUp to 100 images, 20 MB each',
    'Cancel',
  ]);
  await user.click(dialog.getByText('Keyword Generator'));
  await waitFor(() => expect(readLocation()).toBe('/tools/keyword-generator'));
  await waitFor(() => expect(chosen.list()).toEqual(['one.png', 'two.png']));
});

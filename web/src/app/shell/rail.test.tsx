import { listLibrary } from '@portal/contracts/library';
import { act, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answerByPath } from '../../testing/answer-by-path.ts';
import { createLibraryBatch } from '../../testing/create-library-batch.ts';
import { openPart } from '../../testing/open-part.tsx';
import { ToolsContext } from '../../pictures/registered-tools/tools.ts';
import { TOOLS } from '../registry/tools.ts';
import { Rail } from './rail.tsx';

const rail = (
  <ToolsContext value={TOOLS}>
    <Rail />
  </ToolsContext>
);
const findLinks = () => [...document.querySelectorAll<HTMLElement>('.rail-link[href]')];
const readLabel = (link: HTMLElement) => link.querySelector('.rail-label')?.textContent;
const listCurrent = () =>
  findLinks()
    .filter((link) => link.getAttribute('aria-current') === 'page')
    .map(readLabel);

test('the rail leads to each tool, the Library and Admin', async () => {
  const user = openPart(rail, { role: 'admin' });
  const links = findLinks();
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/tools/bulk-image-generator',
    '/tools/upscale-enhancement',
    '/tools/keyword-generator',
    '/tools/stylizer',
    '/jobs',
    '/library',
    '/admin',
  ]);
  expect(links.map((link) => link.querySelector('.rail-short')?.textContent)).toEqual([
    'Generate',
    'Upscale',
    'Keywords',
    'Stylizer',
    'Jobs',
    'Library',
    'Admin',
  ]);
  expect(listCurrent()).toEqual([]);
  for (const label of ['Keyword Generator', 'Upscale & Enhancement', 'Admin']) {
    await user.click(screen.getByText(label, { selector: '.rail-label' }));
    expect(listCurrent()).toEqual([label]);
  }
});

test('only admins see Admin', () => {
  openPart(rail, { role: 'user' });
  expect(findLinks().map(readLabel)).not.toContain('Admin');
});

test('counts the running batches of each tool', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const batch = createLibraryBatch({ status: 'processing', endedAt: null });
  const batches = [batch, { ...batch, id: 'queued', status: 'pending' }, createLibraryBatch({ id: 'done' })];
  answerByPath(({ path }) =>
    path.startsWith(listLibrary.path) ? Response.json({ batches, next: null }) : undefined,
  );
  openPart(rail);
  await act(() => vi.advanceTimersByTimeAsync(1500));
  await vi.dynamicImportSettled();
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.getAllByRole('img').map((count) => count.getAttribute('aria-label'))).toEqual(['2 running']);
  expect(screen.getByLabelText('2 running').closest('a')?.getAttribute('href')).toBe(
    '/tools/upscale-enhancement',
  );
});

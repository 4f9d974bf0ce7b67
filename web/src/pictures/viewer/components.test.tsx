import { screen, waitFor } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createBatchImage } from '../../testing/create-upscale.ts';
import { loadPictures } from '../../testing/load-pictures.ts';
import { listNames, openPart, readLocation, readText } from '../../testing/open-part.tsx';
import { createIssue, createSoftChecks } from '../checks/testing/create-checks.ts';
import { Details } from './details.tsx';
import { ImageViewer } from './image-viewer.tsx';
import type { PictureFacts } from './picture-facts.ts';
import { createPictureFacts } from './testing/create-picture-facts.ts';
import { OwnActions, ZoomActions } from './viewer-actions.tsx';

const ignore = () => undefined;

/** happy-dom does not have it. */
const allowFullScreen = (isAllowed: boolean) =>
  Object.defineProperty(document, 'fullscreenEnabled', { configurable: true, value: isAllowed });
beforeEach(() => {
  allowFullScreen(true);
  onTestFinished(() => void Reflect.deleteProperty(document, 'fullscreenEnabled'));
});

const pictures = [0, 1, 2].map((index) => createBatchImage(index));
const openViewer = (overrides: Partial<ComponentProps<typeof ImageViewer>> = {}) =>
  openPart(
    <ImageViewer
      isOpen
      pictures={pictures}
      hasFailed={false}
      index={1}
      onMove={ignore}
      onClose={ignore}
      {...overrides}
    />,
  );
const listDisabled = () =>
  screen
    .getAllByRole('button')
    .filter((button) => button.hasAttribute('disabled'))
    .map((button) => button.getAttribute('aria-label'));

test('shows a picture among the others', () => {
  openViewer();
  expect(readText(screen.getByRole('dialog', { name: 'fox_2.png' }))).toContain('fox_2.png 2 / 3 40 × 30');
  expect(listNames('button').slice(0, 8)).toEqual([
    'Zoom out',
    'Fit to window',
    'Zoom in',
    'Full screen',
    'Download fox_2.png',
    'Close',
    'Previous image',
    'Next image',
  ]);
  expect(listNames('progressbar')).toEqual(['Loading image']);
  expect(screen.getByRole('group', { name: 'All pictures' })).toBeDefined();
});

test('a single picture of unknown size has no filmstrip and no dimensions', () => {
  openViewer({ pictures: [createBatchImage(0, { width: 0, height: 0 })], index: 0 });
  expect(listNames('group')).toEqual([]);
  expect(readText()).not.toContain('×');
});

test.each([
  [0, ['Previous image']],
  [1, []],
  [2, ['Next image']],
])('moves no further than the first and the last picture: %d', (index, disabled) => {
  openViewer({ index });
  expect(listDisabled()).toEqual(['Zoom out', 'Fit to window', ...disabled]);
});

test('names the viewer by its title, and shows the file name beside it', () => {
  openViewer({ title: 'Fox in the snow', actions: 'Mine' });
  const text = readText(screen.getByRole('dialog', { name: 'Fox in the snow' }));
  expect(text).toContain('Fox in the snow fox_2.png · 2 / 3');
  expect(text).toContain('Mine');
});

test('says that pictures are loading or have failed', () => {
  openViewer({ pictures: [] });
  expect(screen.getByRole('dialog', { name: 'Image' })).toBeDefined();
  expect(listNames('progressbar')).toEqual(['Loading image']);
  expect(screen.getByRole('button', { name: 'Download' })).toHaveProperty('disabled', true);
  expect(readText(screen.getByRole('status'))).toBe('');
  openViewer({ pictures: [], hasFailed: true });
  expect(readText()).toContain('Failed to load batch images.');
  expect(listNames('progressbar')).toEqual([]);
});

test("one's own pictures have details, closed at first on a phone or if left so", () => {
  const describe = () => createPictureFacts();
  const listRegions = (isWide: boolean, saved = '') => {
    vi.stubGlobal('matchMedia', () => ({ matches: isWide }));
    onTestFinished(() => void vi.unstubAllGlobals());
    localStorage.setItem('viewer-details', saved);
    openViewer({ describe });
    return listNames('region');
  };
  expect(listRegions(true)).toEqual(['Details']);
  expect(screen.getByRole('button', { name: 'Details', pressed: true })).toBeDefined();
  // They have the dimensions.
  expect(readText().match(/40 × 30/g)).toHaveLength(1);
  expect(listRegions(true, 'false')).toEqual([]);
  expect(listRegions(false, 'true')).toEqual([]);
});

const KNOWN: Partial<PictureFacts> = {
  prompt: 'A red fox',
  settings: [['Scale', '2x']],
  batchCost: 0.2,
  batchEstimate: 0.4,
  origin: { batchId: 'owl', index: 6, kind: 'result', tool: 'keyword-generator', name: 'Owl' },
};

test.each([
  [{}, 40, 'Tool Upscale Batch Red fox Size 40 × 30'],
  [{ prompt: '' }, 0, 'Tool Upscale Batch Red fox'],
  [{ prompt: null }, 0, 'Tool Upscale Batch Red fox'],
  [
    KNOWN,
    40,
    'A red fox Tool Upscale Batch Red fox Size 40 × 30 Scale 2x Batch cost $0.20, estimated $0.40 From “Owl”, #7',
  ],
])('details name what is known: %o', (overrides, width, text) => {
  const facts = createPictureFacts(overrides);
  openPart(
    <Details
      picture={createBatchImage(0, { width })}
      facts={facts}
      onDismiss={ignore}
      onPoint={ignore}
      onClose={ignore}
    />,
  );
  expect(readText()).toBe(text);
  expect(screen.getAllByRole('term').slice(0, 2).map(readText)).toEqual(['Tool', 'Batch']);
  expect(screen.getByRole('link', { name: 'Red fox' }).getAttribute('href')).toBe('/upscale#batch-fox');
  const origin = screen.queryByRole('link', { name: 'From “Owl”, #7' });
  if (overrides.origin) expect(origin?.getAttribute('href')).toBe('/keyword-generator#batch-owl');
  else expect(origin).toBeNull();
});

test('shows the checks of a picture, and where a model may have seen something', async () => {
  loadPictures();
  const checks = createSoftChecks({ issues: [createIssue()], dismissed: ['soft'] });
  const user = openViewer({
    pictures: [createBatchImage(0), createBatchImage(1, { checks })],
    describe: () => createPictureFacts(),
  });
  const list = screen.getByRole('region', { name: 'Checks' });
  expect(readText(list)).toContain('Soft: nothing in the picture is sharp (8 of 100) Dismissed Undo');
  const isPointed = () => document.querySelector('[data-box=text]')?.getAttribute('data-pointed');
  expect(isPointed()).toBe('false');
  await user.hover(screen.getByText('May show text, top left'));
  expect(isPointed()).toBe('true');
  await user.keyboard('i');
  expect(document.querySelector('[data-box]')).toBeNull();
});

test('shows no checks of pictures of others', () => {
  loadPictures();
  openViewer({ pictures: [createBatchImage(1, { checks: createSoftChecks({ issues: [createIssue()] }) })] });
  expect(listNames('region')).toEqual([]);
  expect(document.querySelector('[data-box]')).toBeNull();
});

test('offers what can be done with a picture', () => {
  const openActions = (isStarred: boolean, isMarked: boolean, onUseSettings?: () => void) =>
    openPart(
      <OwnActions
        picture={createBatchImage(0)}
        facts={createPictureFacts({ isStarred })}
        isMarked={isMarked}
        areDetailsShown={false}
        onStar={ignore}
        onMark={ignore}
        onToggleDetails={ignore}
        onUseSettings={onUseSettings}
        onClose={ignore}
      />,
    );
  openActions(false, false);
  expect(listNames('button')).toEqual(['Star', 'Mark for deletion', 'Send to', 'Details']);
  expect(listNames('button', { pressed: true })).toEqual([]);
  openActions(true, true, ignore);
  expect(listNames('button')).toEqual(['Remove star', 'Keep', 'Send to', 'Use these settings', 'Details']);
  expect(listNames('button', { pressed: true })).toEqual(['Remove star', 'Keep']);
  expect(document.querySelectorAll('[fill="currentColor"]')).toHaveLength(1);
});

test('leads from a picture with a prompt to a job of more like it', async () => {
  const calls: string[] = [];
  const user = openPart(
    <OwnActions
      picture={createBatchImage(0)}
      facts={createPictureFacts({ prompt: 'A red fox' })}
      isMarked={false}
      areDetailsShown={false}
      onStar={ignore}
      onMark={ignore}
      onToggleDetails={ignore}
      onUseSettings={undefined}
      onClose={() => calls.push('close')}
    />,
  );
  await user.click(screen.getByRole('button', { name: 'More like this' }));
  await waitFor(() => expect(readLocation()).toBe('/jobs/new'));
  expect(calls).toEqual(['close']);
});

test('zooms within its limits, and fills the screen where the browser can', () => {
  openPart(<ZoomActions zoom={2} onZoom={ignore} />);
  expect(listDisabled()).toEqual([]);
  openPart(<ZoomActions zoom={8} onZoom={ignore} />);
  expect(listDisabled()).toEqual(['Zoom in']);
  expect(listNames('button')).toContain('Full screen');
  allowFullScreen(false);
  openPart(<ZoomActions zoom={1} onZoom={ignore} />);
  expect(listNames('button')).not.toContain('Full screen');
});

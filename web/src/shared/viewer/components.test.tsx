import type { ComponentProps } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createBatchImage } from '../testing/create-upscale.ts';
import { renderPart } from '../testing/render-part.tsx';
import { stubStorage } from '../testing/stub-storage.ts';
import { Details } from './details.tsx';
import { ImageViewer } from './image-viewer.tsx';
import type { PictureFacts } from './picture-facts.ts';
import { createPictureFacts } from './testing/create-picture-facts.ts';
import { OwnActions, ZoomActions } from './viewer-actions.tsx';

stubStorage();
const ignore = () => undefined;

let isWide = true;
beforeEach(() => {
  isWide = true;
  vi.stubGlobal('matchMedia', () => ({ matches: isWide }));
  vi.stubGlobal('document', { fullscreenEnabled: true });
  onTestFinished(() => void vi.unstubAllGlobals());
});

const pictures = [0, 1, 2].map((index) => createBatchImage(index));
const renderViewer = (overrides: Partial<ComponentProps<typeof ImageViewer>> = {}) =>
  renderPart(
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

test('shows a picture among the others', () => {
  const { find, list, text } = renderViewer();
  expect(find('dialog', 'fox_2.png')).toBeDefined();
  expect(list('status')).toEqual(['fox_2.png, image 2 of 3']);
  expect(text).toContain('fox_2.png 2 / 3 40 × 30');
  expect(list('button')).toEqual([
    'Zoom out',
    'Fit to window',
    'Zoom in',
    'Full screen',
    'Download fox_2.png',
    'Close',
    'Previous image',
    'Next image',
  ]);
  expect(find('button', 'Close')?.attributes).toHaveProperty('autofocus');
  expect(list('progressbar')).toEqual(['Loading image']);
  expect(find('group', 'All pictures')).toBeDefined();
  expect(renderViewer({ pictures: pictures.slice(1, 2) }).find('group', 'All pictures')).toBeUndefined();
});

test('moves no further than the first and the last picture', () => {
  const zoom = ['Zoom out', 'Fit to window'];
  expect([0, 1, 2].map((index) => renderViewer({ index }).list('button', 'disabled'))).toEqual([
    [...zoom, 'Previous image'],
    zoom,
    [...zoom, 'Next image'],
  ]);
});

test('names the viewer by its title, and shows the file name beside it', () => {
  const { find, text } = renderViewer({ title: 'Fox in the snow', actions: 'Mine' });
  expect(find('dialog', 'Fox in the snow')).toBeDefined();
  expect(text).toContain('Fox in the snow fox_2.png · 2 / 3');
  expect(text).toContain('Mine');
});

test('says that pictures are loading or have failed', () => {
  const loading = renderViewer({ pictures: [] });
  expect(loading.find('dialog', 'Image')).toBeDefined();
  expect(loading.list('progressbar')).toEqual(['Loading image']);
  expect(loading.find('button', 'Download')?.attributes).toHaveProperty('disabled');
  expect(loading.list('status')).toEqual(['']);
  const failed = renderViewer({ pictures: [], hasFailed: true });
  expect(failed.text).toContain('Failed to load batch images.');
  expect(failed.list('progressbar')).toEqual([]);
});

test('leaves out dimensions that are not known', () => {
  const unknown = [createBatchImage(0, { width: 0, height: 0 })];
  expect(renderViewer({ pictures: unknown, index: 0 }).text).not.toContain('×');
});

test('compares a picture with its original', () => {
  const original = { webUrl: '/original', thumbnailUrl: '/original/thumbnail' };
  const compared = [{ ...createBatchImage(0), original }];
  const plain = renderViewer({ pictures: compared, index: 0 });
  expect(plain.find('button', 'Compare')?.attributes['aria-pressed']).toBe('false');
  expect(plain.list('slider')).toEqual([]);
  const comparing = renderViewer({ pictures: compared, index: 0, startsComparing: true });
  expect(comparing.find('button', 'Compare')?.attributes['aria-pressed']).toBe('true');
  expect(comparing.find('slider', 'Before and after')?.attributes).toMatchObject({
    'aria-valuenow': '50',
    'aria-valuetext': '50% before',
    tabindex: '0',
  });
  expect(comparing.text).toContain('Before After');
  expect(renderViewer({ startsComparing: true }).list('slider')).toEqual([]);
});

test("one's own pictures have details, which start closed on a phone", () => {
  const renderOwn = () => renderViewer({ describe: () => createPictureFacts() });
  expect(renderOwn().list('region')).toEqual(['Details']);
  expect(renderOwn().find('button', 'Details')?.attributes['aria-pressed']).toBe('true');
  // They have the dimensions.
  expect(renderOwn().text.match(/40 × 30/g)).toHaveLength(1);
  localStorage.setItem('viewer-details', 'false');
  expect(renderOwn().list('region')).toEqual([]);
  localStorage.setItem('viewer-details', 'true');
  isWide = false;
  expect(renderOwn().list('region')).toEqual([]);
});

test('details name what is known', () => {
  const renderDetails = (overrides: Partial<PictureFacts>, width = 40) =>
    renderPart(
      <Details
        picture={createBatchImage(0, { width })}
        facts={createPictureFacts(overrides)}
        onClose={ignore}
      />,
    );
  expect(renderDetails({}).text).toBe('Tool Upscale Batch Red fox Size 40 × 30');
  expect(renderDetails({}).find('link', 'Red fox')?.attributes['href']).toBe('/upscale#batch-fox');
  expect(renderDetails({ prompt: '' }, 0).text).toBe('Tool Upscale Batch Red fox');
  expect(renderDetails({ prompt: null }, 0).text).toBe('Tool Upscale Batch Red fox');
  const full = renderDetails({
    prompt: 'A red fox',
    settings: [['Scale', '2x']],
    batchCost: 0.2,
    batchEstimate: 0.4,
    origin: { batchId: 'owl', index: 6, kind: 'result', tool: 'keyword-generator', name: 'Owl' },
  });
  expect(full.text).toBe(
    'A red fox Tool Upscale Batch Red fox Size 40 × 30 Scale 2x Batch cost $0.20 of about $0.40 From “Owl”, #7',
  );
  expect(full.find('link', 'From “Owl”, #7')?.attributes['href']).toBe('/keyword-generator#batch-owl');
});

test('offers what can be done with a picture', () => {
  const renderActions = (isStarred: boolean, onUseSettings?: () => void) =>
    renderPart(
      <OwnActions
        picture={createBatchImage(0)}
        facts={createPictureFacts({ isStarred })}
        areDetailsShown={false}
        onStar={ignore}
        onToggleDetails={ignore}
        onUseSettings={onUseSettings}
        onClose={ignore}
      />,
    );
  expect(renderActions(false).list('button')).toEqual(['Star', 'Send to', 'Details']);
  expect(renderActions(false).find('button', 'Star')?.attributes['aria-pressed']).toBe('false');
  expect(renderActions(false).find('button', 'Details')?.attributes['aria-pressed']).toBe('false');
  const starred = renderActions(true, ignore);
  expect(starred.list('button')).toEqual(['Remove star', 'Send to', 'Use these settings', 'Details']);
  expect(starred.find('button', 'Remove star')?.attributes['aria-pressed']).toBe('true');
  expect(starred.html).toContain('fill="currentColor"');
});

test('zooms within its limits, and fills the screen where the browser can', () => {
  const disabled = (zoom: number) =>
    renderPart(<ZoomActions zoom={zoom} onZoom={ignore} />).list('button', 'disabled');
  expect([1, 2, 8].map(disabled)).toEqual([['Zoom out', 'Fit to window'], [], ['Zoom in']]);
  vi.stubGlobal('document', { fullscreenEnabled: false });
  expect(renderPart(<ZoomActions zoom={1} onZoom={ignore} />).list('button')).not.toContain('Full screen');
});

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState, type ComponentProps } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createBatchImage } from '../../testing/create-upscale.ts';
import { loadPictures } from '../../testing/load-pictures.ts';
import { listNames, openPart, readLocation } from '../../testing/open-part.tsx';
import { ImageViewer } from './image-viewer.tsx';
import { createPictureFacts } from './testing/create-picture-facts.ts';

const pictures = [4, 5, 6].map((index) => createBatchImage(index));
type Props = ComponentProps<typeof ImageViewer>;

function openViewer(overrides: Partial<Props> = {}) {
  const calls: string[] = [];
  const requests = loadPictures();
  const Viewer = () => {
    const [index, setIndex] = useState(5);
    return (
      <ImageViewer
        isOpen
        pictures={pictures}
        hasFailed={false}
        index={index}
        onMove={setIndex}
        onDownload={({ fileName }) => calls.push(`download ${fileName}`)}
        onClose={() => calls.push('close')}
        {...overrides}
      />
    );
  };
  return { user: openPart(<Viewer />), calls, requests };
}

const readShown = () => screen.getByRole('status').textContent;
const findButton = (name: string) => screen.getByRole('button', { name });
const isPressed = (name: string) => findButton(name).getAttribute('aria-pressed');
/** The scroll container of a picture that has loaded. */
async function findStage(name = 'fox_6.png') {
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  const stage = screen.getByRole('img', { name }).parentElement?.parentElement;
  if (!stage) throw new Error('The picture has no stage.');
  return stage;
}
const readZoom = (stage: HTMLElement) =>
  /\* ([\d.]+)\)$/.exec(stage.firstElementChild?.getAttribute('style')?.match(/calc\(.+\)/)?.[0] ?? '')?.[1];

test('arrow keys, buttons and the filmstrip move to other pictures', async () => {
  const { user } = openViewer();
  expect(document.activeElement).toBe(findButton('Close'));
  expect(readShown()).toBe('fox_6.png, image 2 of 3');
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(readShown()).toBe('fox_7.png, image 3 of 3');
  await user.keyboard('{ArrowLeft}{ArrowUp}{ArrowDown}');
  expect(readShown()).toBe('fox_6.png, image 2 of 3');
  await user.click(findButton('Previous image'));
  expect(readShown()).toBe('fox_5.png, image 1 of 3');
  await user.click(findButton('Next image'));
  expect(readShown()).toBe('fox_6.png, image 2 of 3');
  await user.click(findButton('Show fox_7.png'));
  expect(readShown()).toBe('fox_7.png, image 3 of 3');
});

test('other keys act, but not with Ctrl, Alt or Command, and once while held', async () => {
  const { user, calls } = openViewer({ keys: { x: () => calls.push('x') } });
  await user.keyboard('dX{Control>}d{/Control}{Alt>}d{/Alt}{Meta>}d{/Meta}q');
  expect(calls).toEqual(['download fox_6.png', 'x']);
  const held = { key: 'd', repeat: true };
  expect(fireEvent.keyDown(findButton('Close'), held)).toBe(false);
  expect(calls).toHaveLength(2);
  fireEvent.keyDown(findButton('Close'), { key: 'ArrowRight', repeat: true });
  expect(readShown()).toBe('fox_7.png, image 3 of 3');
});

test('downloads and closes', async () => {
  const { user, calls } = openViewer();
  await user.click(findButton('Download fox_6.png'));
  await user.click(findButton('Close'));
  await user.keyboard('{Escape}');
  expect(calls).toEqual(['download fox_6.png', 'close', 'close']);
});

test('zooms in steps by keys and buttons, and starts anew with each picture', async () => {
  const { user } = openViewer();
  const stage = await findStage();
  expect(readZoom(stage)).toBe('1');
  await user.keyboard('+');
  expect(readZoom(stage)).toBe('1.5');
  await user.keyboard('=');
  expect(readZoom(stage)).toBe('2');
  await user.keyboard('-');
  expect(readZoom(stage)).toBe('1.5');
  await user.click(findButton('Zoom in'));
  expect(readZoom(stage)).toBe('2');
  await user.click(findButton('Zoom out'));
  expect(readZoom(stage)).toBe('1.5');
  await user.click(findButton('Fit to window'));
  expect(readZoom(stage)).toBe('1');
  await user.keyboard('++0');
  expect(readZoom(stage)).toBe('1');
  await user.keyboard('+');
  await user.click(findButton('Next image'));
  expect(readZoom(await findStage('fox_7.png'))).toBe('1');
});

test('a double click zooms to what it points at, and back', async () => {
  openViewer();
  const stage = await findStage();
  const frame = stage.firstElementChild;
  if (!frame) throw new Error('The stage is empty.');
  // The picture is twice as large once it is zoomed.
  vi.spyOn(frame, 'getBoundingClientRect').mockImplementation(() =>
    readZoom(stage) === '2' ? new DOMRect(0, 0, 400, 200) : new DOMRect(100, 50, 200, 100),
  );
  const scrolled: unknown[] = [];
  vi.spyOn(stage, 'scrollBy').mockImplementation((...args: unknown[]) => void scrolled.push(args[0]));
  fireEvent.doubleClick(stage, { clientX: 250, clientY: 75 });
  expect(readZoom(stage)).toBe('2');
  // Three quarters across and one quarter down, at first and now.
  expect(scrolled).toEqual([{ left: 50, top: -25, behavior: 'instant' }]);
  fireEvent.doubleClick(stage, { clientX: 0, clientY: 0 });
  expect(readZoom(stage)).toBe('1');
});

test('a button zooms to the center of what is shown', async () => {
  const { user } = openViewer();
  const stage = await findStage();
  const frame = stage.firstElementChild;
  if (!frame) throw new Error('The stage is empty.');
  vi.spyOn(stage, 'getBoundingClientRect').mockReturnValue(new DOMRect(20, 40, 400, 200));
  vi.spyOn(frame, 'getBoundingClientRect').mockImplementation(() =>
    readZoom(stage) === '1' ? new DOMRect(120, 90, 200, 200) : new DOMRect(120, 90, 300, 300),
  );
  const scrolled: unknown[] = [];
  vi.spyOn(stage, 'scrollBy').mockImplementation((...args: unknown[]) => void scrolled.push(args[0]));
  await user.keyboard('+');
  expect(scrolled).toEqual([{ left: 50, top: 25, behavior: 'instant' }]);
});

test('arrow keys move a zoomed picture', async () => {
  const { user } = openViewer();
  const stage = await findStage();
  await user.keyboard('+');
  const scrolled: unknown[] = [];
  vi.spyOn(stage, 'scrollBy').mockImplementation((...args: unknown[]) => void scrolled.push(args[0]));
  await user.keyboard('{ArrowRight}{ArrowLeft}{ArrowUp}{ArrowDown}');
  expect(scrolled).toEqual([
    { left: 80, top: 0 },
    { left: -80, top: 0 },
    { left: 0, top: -80 },
    { left: 0, top: 80 },
  ]);
  expect(readShown()).toBe('fox_6.png, image 2 of 3');
});

test('a wheel zooms, except sideways', async () => {
  openViewer();
  const stage = await findStage();
  expect(fireEvent.wheel(stage, { deltaX: 90, deltaY: -50 })).toBe(true);
  const withShift = new WheelEvent('wheel', { deltaY: -50, bubbles: true, cancelable: true });
  expect(fireEvent(stage, Object.assign(withShift, { shiftKey: true }))).toBe(true);
  expect(readZoom(stage)).toBe('1');
  expect(fireEvent.wheel(stage, { deltaY: -500 * Math.LN2, deltaMode: 0 })).toBe(false);
  expect(Number(readZoom(stage))).toBeCloseTo(2);
  fireEvent.wheel(stage, { deltaY: 9000 });
  expect(readZoom(stage)).toBe('1');
});

test('two fingers zoom by how far they move apart', async () => {
  openViewer();
  const stage = await findStage();
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
    fireEvent[type](stage, {
      touches: points.map(([clientX, clientY], identifier) => ({ identifier, clientX, clientY })),
      changedTouches: [{ clientX: 0 }],
    });
  expect(touch('touchStart', [100, 100])).toBe(true);
  touch('touchStart', [100, 100], [130, 140]);
  expect(readZoom(stage)).toBe('1');
  expect(touch('touchMove', [100, 100], [160, 180])).toBe(false);
  expect(readZoom(stage)).toBe('2');
  touch('touchEnd', [100, 100]);
  touch('touchStart', [0, 0], [300, 400]);
  expect(readZoom(stage)).toBe('2');
});

test('a swipe moves to the next picture, unless the picture is zoomed', async () => {
  const { user } = openViewer();
  const swipe = async (name: string) => {
    const stage = await findStage(name);
    fireEvent.touchStart(stage, { touches: [{ clientX: 300 }] });
    fireEvent.touchEnd(stage, { touches: [], changedTouches: [{ clientX: 100 }] });
  };
  await swipe('fox_6.png');
  expect(readShown()).toBe('fox_7.png, image 3 of 3');
  await user.keyboard('{ArrowLeft}+');
  await swipe('fox_6.png');
  expect(readShown()).toBe('fox_6.png, image 2 of 3');
});

test('stars, and shows details that this device remembers', async () => {
  const { user, calls, requests } = openViewer({
    describe: () => createPictureFacts({ source: { batchId: 'fox', index: 5, kind: 'result' } }),
    onUseSettings: ({ fileName }) => calls.push(`use ${fileName}`),
  });
  const listStars = () => requests.filter(({ path }) => path === '/api/batches/fox/stars');
  await user.keyboard('s');
  await waitFor(() => expect(listStars()).toMatchObject([{ body: { add: [5] } }]));
  await user.click(findButton('Star'));
  await waitFor(() => expect(listStars()).toHaveLength(2));
  expect(screen.getByRole('region', { name: 'Details' })).toBeDefined();
  await user.keyboard('i');
  expect(screen.queryByRole('region', { name: 'Details' })).toBeNull();
  expect(localStorage.getItem('viewer-details')).toBe('false');
  await user.click(findButton('Details'));
  expect(isPressed('Details')).toBe('true');
  expect(localStorage.getItem('viewer-details')).toBe('true');
  await user.click(screen.getByRole('link', { name: 'Red fox' }));
  await waitFor(() => expect(readLocation()).toBe('/upscale#batch-fox'));
  await user.click(findButton('Use these settings'));
  expect(calls).toEqual(['close', 'close', 'use fox_6.png']);
});

const original = { webUrl: '/original', thumbnailUrl: '/original/thumbnail' };
const compared = pictures.map((picture) => ({ ...picture, original }));

test('compares with the original, by key and by button', async () => {
  const { user } = openViewer({ pictures: compared });
  await user.keyboard('c');
  expect(isPressed('Compare')).toBe('true');
  expect(document.activeElement).toBe(findButton('Compare'));
  expect(await screen.findByRole('img', { name: 'fox_6.png, before' })).toBeDefined();
  await user.keyboard('c');
  expect(isPressed('Compare')).toBe('false');
  expect(screen.queryByRole('slider')).toBeNull();
  await user.click(findButton('Compare'));
  expect(screen.getByRole('slider', { name: 'Before and after' })).toBeDefined();
});

test('a key does not compare pictures without an original', async () => {
  const { user } = openViewer({ pictures: [createBatchImage(5), { ...createBatchImage(6), original }] });
  await user.keyboard('c{ArrowRight}');
  expect(isPressed('Compare')).toBe('false');
});

test('fills the screen and leaves it by the same key, and when the viewer closes', async () => {
  const { user } = openViewer();
  let element: Element | null = null;
  Object.defineProperty(document, 'fullscreenElement', { configurable: true, get: () => element });
  onTestFinished(() => void Reflect.deleteProperty(document, 'fullscreenElement'));
  document.documentElement.requestFullscreen = async () => void (element = document.documentElement);
  document.exitFullscreen = async () => void (element = null);
  await user.keyboard('f');
  expect(element).toBe(document.documentElement);
  await user.keyboard('f');
  expect(element).toBeNull();
  await user.click(findButton('Close'));
  expect(element).toBeNull();
  await user.keyboard('f');
  await user.click(findButton('Close'));
  expect(element).toBeNull();
});

test('P stars and X marks the own picture and go on; U takes both back', async () => {
  const { user, requests } = openViewer({
    describe: ({ index }) =>
      createPictureFacts({ source: { batchId: 'fox', index, kind: 'result' }, isStarred: index === 6 }),
  });
  await user.keyboard('x');
  expect(readShown()).toBe('fox_7.png, image 3 of 3');
  expect(findButton('Show fox_6.png, marked for deletion')).toBeDefined();
  await user.keyboard('xu');
  expect(listNames('button').filter((name) => name.startsWith('Show'))).toEqual([
    'Show fox_5.png',
    'Show fox_6.png, marked for deletion',
    'Show fox_7.png, starred',
  ]);
  await user.keyboard('{ArrowLeft}p');
  expect(readShown()).toBe('fox_7.png, image 3 of 3');
  await user.keyboard('{ArrowLeft}');
  await user.click(findButton('Mark for deletion'));
  expect(isPressed('Keep')).toBe('true');
  const listStars = () => requests.filter(({ path }) => path === '/api/batches/fox/stars');
  await waitFor(() => expect(listStars()).toMatchObject([{ body: { remove: [6] } }, { body: { add: [5] } }]));
});

test('marks no picture of a colleague', async () => {
  const { user } = openViewer();
  await user.keyboard('x');
  expect(readShown()).toBe('fox_6.png, image 2 of 3');
  expect(screen.queryByRole('button', { name: 'Mark for deletion' })).toBeNull();
});

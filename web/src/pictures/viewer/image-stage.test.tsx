import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useRef, type ComponentProps } from 'react';
import { expect, test, vi } from 'vitest';
import { answerByPath } from '../../testing/answer-by-path.ts';
import { createBatchImage } from '../../testing/create-upscale.ts';
import { fullPictures } from '../../client/api/picture-cache.ts';
import { loadPictures } from '../../testing/load-pictures.ts';
import { openPart } from '../../testing/open-part.tsx';
import { ImageStage } from './image-stage.tsx';
import { useNeighbors } from './use-neighbors.ts';

type Props = ComponentProps<typeof ImageStage>;
const ignore = () => undefined;

function openStage(overrides: Partial<Props> = {}) {
  const Stage = () => {
    const stage = useRef<HTMLDivElement>(null);
    const frame = useRef<HTMLDivElement>(null);
    return (
      <ImageStage
        picture={createBatchImage(0)}
        alt="Fox"
        stage={stage}
        frame={frame}
        zoom={1}
        isComparing={false}
        onToggleZoom={ignore}
        onZoomBy={ignore}
        onSwipe={ignore}
        {...overrides}
      />
    );
  };
  return openPart(<Stage />);
}

/** The thumbnail has the same name until the picture has loaded. */
const findLoaded = async (name = 'Fox') => {
  await waitFor(() =>
    expect(screen.getByRole('img', { name })).toHaveProperty('src', expect.stringMatching(/^blob:/)),
  );
  return screen.getByRole('img', { name });
};
const original = { webUrl: '/original', thumbnailUrl: '/original/thumbnail' };
const compared = { isComparing: true, picture: { ...createBatchImage(0), original } };
const refused = () => new Response('{}', { status: 404 });

test('shows the thumbnail until the picture has loaded, as large as it is at most', async () => {
  const picture = Promise.withResolvers<Response>();
  answerByPath(({ path }) =>
    path.endsWith('thumbnail') ? Promise.resolve(new Response('fox')) : picture.promise,
  );
  openStage({ zoom: 2 });
  const thumbnail = await screen.findByRole('img', { name: 'Fox' });
  expect(thumbnail).toHaveProperty('src', expect.stringMatching(/^data:/));
  expect(thumbnail.parentElement?.style.width).toBe(
    `calc(min(100cqw - 24px, (100cqh - 24px) * ${4 / 3}, 40px) * 2)`,
  );
  expect(screen.getByRole('progressbar', { name: 'Loading image' })).toBeDefined();
  fireEvent.error(thumbnail);
  expect(thumbnail.style.visibility).toBe('hidden');
  loadPictures();
  picture.resolve(new Response('fox'));
  expect((await findLoaded()).style.visibility).toBe('');
  expect(screen.queryByRole('progressbar')).toBeNull();
});

test('a picture of unknown size is as large as it says itself', async () => {
  loadPictures();
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(300);
  vi.spyOn(HTMLImageElement.prototype, 'naturalHeight', 'get').mockReturnValue(200);
  openStage({ picture: createBatchImage(0, { width: 0, height: 0 }) });
  const image = await findLoaded();
  fireEvent.load(image);
  expect(image.parentElement?.style.width).toBe('calc(min(100cqw - 24px, (100cqh - 24px) * 1.5, 300px) * 1)');
});

test.each([
  ['is gone', { answer: refused }],
  ['cannot be displayed', { isReadable: false }],
])('says that a picture %s', async (_name, options) => {
  loadPictures(options);
  openStage(compared);
  expect((await screen.findByRole('alert')).textContent).toBe('This image failed to load.');
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.queryByRole('slider')).toBeNull();
});

test('says that the original is gone, beside the picture', async () => {
  loadPictures({
    answer: (path) => (path.startsWith('/original') ? refused() : new Response('fox')),
  });
  openStage(compared);
  const image = await findLoaded();
  const alert = await screen.findByRole('alert');
  expect(alert.parentElement?.style.clipPath).toBe('inset(0 calc(100% - var(--before, 50%)) 0 0)');
  expect(image.style.clipPath).toBe('inset(0 0 0 var(--before, 50%))');
});

test('shows a picture again without another request, until the user signs out', async () => {
  const requests = loadPictures();
  const revoke = vi.spyOn(URL, 'revokeObjectURL');
  const open = async () => {
    const { unmount } = openStage();
    const { src } = Object(await findLoaded());
    unmount();
    return src;
  };
  const src = await open();
  const { unmount } = openStage();
  // Without its thumbnail before.
  expect(screen.getByRole('img', { name: 'Fox' })).toHaveProperty('src', src);
  unmount();
  const isFull = ({ path }: { path: string }) => !path.endsWith('thumbnail');
  expect(requests.filter(isFull)).toHaveLength(1);
  expect(revoke).not.toHaveBeenCalled();
  fullPictures.forget();
  expect(revoke.mock.calls).toEqual([[src]]);
  expect(await open()).not.toBe(src);
});

/** The picture is wider than the stage. */
async function openDivider() {
  loadPictures();
  openStage(compared);
  const image = await findLoaded();
  await findLoaded('fox_1.png, before');
  const frame = image.parentElement;
  const stage = frame?.parentElement;
  if (!stage || !frame) throw new Error('The picture has no frame.');
  vi.spyOn(stage, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 50, 400, 300));
  vi.spyOn(frame, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 80, 800, 200));
  fireEvent.scroll(stage);
  const slider = screen.getByRole('slider', { name: 'Before and after' });
  return { slider, frame, stage, readValue: () => slider.getAttribute('aria-valuenow') };
}

test('the divider stands in the middle of what is visible, as high as the picture', async () => {
  const { slider, frame, stage } = await openDivider();
  expect(slider.style).toMatchObject({ left: '200px', top: '30px', height: '200px' });
  expect(frame.style.getPropertyValue('--before')).toBe('37.5%');
  vi.spyOn(frame, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 800, 900));
  fireEvent.scroll(stage);
  expect(slider.style).toMatchObject({ left: '200px', top: '0px', height: '300px' });
  vi.spyOn(frame, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 400, 800, 900));
  fireEvent.scroll(stage);
  expect(slider.style.height).toBe('0px');
});

test('the divider follows the pointer while it is pressed', async () => {
  const { slider, frame, readValue } = await openDivider();
  const captured = new Set<number>();
  slider.setPointerCapture = (id) => void captured.add(id);
  slider.hasPointerCapture = (id) => captured.has(id);
  fireEvent.pointerMove(slider, { pointerId: 7, clientX: 200 });
  expect(readValue()).toBe('50');
  fireEvent.pointerDown(slider, { pointerId: 7 });
  fireEvent.pointerMove(slider, { pointerId: 7, clientX: 200 });
  expect(readValue()).toBe('25');
  expect(slider.getAttribute('aria-valuetext')).toBe('25% before');
  expect(slider.style.left).toBe('100px');
  expect(frame.style.getPropertyValue('--before')).toBe('25%');
});

test('keys move the divider, and nothing else', async () => {
  const { slider, readValue } = await openDivider();
  const pressed = vi.fn<() => void>();
  document.body.addEventListener('keydown', pressed, { once: true });
  expect(fireEvent.keyDown(slider, { key: 'ArrowRight' })).toBe(false);
  expect(readValue()).toBe('52');
  fireEvent.keyDown(slider, { key: 'Home' });
  expect(readValue()).toBe('0');
  expect(pressed).not.toHaveBeenCalled();
  expect(fireEvent.keyDown(slider, { key: 'q' })).toBe(true);
  expect(readValue()).toBe('0');
  expect(pressed).toHaveBeenCalledOnce();
});

test('neighbors are fetched a moment later, for when they are opened', async () => {
  const requests = loadPictures();
  const Neighbors = () => {
    useNeighbors(['/next', '/previous']);
    return undefined;
  };
  openPart(<Neighbors />);
  expect(requests).toEqual([]);
  await waitFor(() => expect(fullPictures.read('/previous').url).toMatch(/^blob:/));
  expect(requests.map(({ path }) => path)).toEqual(['/next', '/previous']);
});

test('the divider follows the size of the picture and of the window', async () => {
  const observed: Element[] = [];
  const updates = new Set<() => void>();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #update: () => void;
      constructor(update: () => void) {
        this.#update = update;
      }
      observe(element: Element) {
        observed.push(element);
        updates.add(this.#update);
      }
      disconnect() {
        updates.delete(this.#update);
      }
    },
  );
  const { slider, frame, stage } = await openDivider();
  expect(observed).toEqual([stage, frame]);
  vi.spyOn(frame, 'getBoundingClientRect').mockReturnValue(new DOMRect(200, 60, 200, 100));
  for (const update of updates) update();
  expect(slider.style).toMatchObject({ left: '200px', top: '10px', height: '100px' });
  fireEvent.keyDown(slider, { key: 'ArrowRight' });
  expect(updates.size).toBe(1);
});

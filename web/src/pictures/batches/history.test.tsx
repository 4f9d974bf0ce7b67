import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeQueryClient } from '../../client/api/query-client.ts';
import { createUpscaleBatch, upscaleTool } from '../../testing/create-upscale.ts';
import { serve } from '../../testing/fake-server.ts';
import { listNames, openPart, readLocation, readText } from '../../testing/open-part.tsx';
import { readToast, toast } from '../../client/toast/toast-store.ts';
import { BatchCount } from './batch-count.tsx';
import { batchCardId } from './batch-path.ts';
import { CancelAction } from './common-actions.tsx';
import { History, type CardProps, type DialogProps } from './history.tsx';
import { ImageStrip } from './image-strip.tsx';
import { choosePictureSize } from './picture-size.ts';

type Batch = ReturnType<typeof createUpscaleBatch>;

const batches = [
  createUpscaleBatch({ id: 'fox', createdAt: '2026-11-21T12:02:00.000Z' }),
  createUpscaleBatch({ id: 'owl', name: 'Owl', scale: 4, createdAt: '2026-11-21T12:01:00.000Z' }),
  createUpscaleBatch({ id: 'elk', name: 'Elk' }),
];
const answerList = (list = batches) => Response.json({ batches: list });

const renderCard = ({ batch, width, isEager, onOpenDialog }: CardProps<Batch, string>) => (
  <article id={batchCardId(batch.id)} tabIndex={-1} aria-label={batch.name}>
    {width} pixels{isEager && ', at once'}
    <button type="button" onClick={() => onOpenDialog({ kind: 'details', batchId: batch.id, item: 1 })}>
      Details of {batch.name}
    </button>
  </article>
);
const renderDialog = ({ dialog, isOpen, batch, onClose }: DialogProps<Batch, string>) => (
  <div role="dialog" aria-label={batch.name} hidden={!isOpen}>
    {dialog.kind} of image {dialog.item}
    <button type="button" onClick={onClose}>
      Close
    </button>
  </div>
);

interface Options {
  path?: string;
  /** Null before the list has loaded. */
  loaded?: readonly Batch[] | null;
  width?: number;
}

function openHistory({ path = '/', loaded = batches, width = 600 }: Options = {}) {
  const client = makeQueryClient();
  if (loaded) client.setQueryData(upscaleTool.batchesQuery.queryKey, loaded);
  const user = openPart(
    <>
      <BatchCount tool={upscaleTool} />
      <History tool={upscaleTool} empty="Nothing yet." renderCard={renderCard} renderDialog={renderDialog} />
    </>,
    { client, path, width },
  );
  return { user, client };
}

const listCards = () => screen.queryAllByRole('article').map((card) => card.getAttribute('aria-label'));

test('a card fills its column', () => {
  openHistory();
  expect(readText()).toMatch(/^\(3\) History Files are automatically deleted after 3 days Clear History /);
  expect(readText()).not.toContain('No batches match');
  expect(listCards()).toEqual(['Red fox', 'Owl', 'Elk']);
  expect(screen.getByRole('article', { name: 'Owl' }).textContent).toContain('600 pixels, at once');
  expect(screen.getByRole('article', { name: 'Owl' }).parentElement?.style.gridTemplateColumns).toBe(
    'repeat(1, minmax(0, 1fr))',
  );
});

test('wide histories have several columns, and only what may be on screen renders at once', () => {
  const many = Array.from({ length: 12 }, (_, index) => createUpscaleBatch({ id: `batch-${index}` }));
  openHistory({ loaded: many, width: 1952 });
  const cards = screen.getAllByRole('article');
  expect(cards[0]?.parentElement?.style.gridTemplateColumns).toBe('repeat(3, minmax(0, 1fr))');
  expect(cards[0]?.textContent).toContain('640 pixels');
  expect(cards.filter((card) => card.textContent.includes('at once'))).toHaveLength(10);
});

test('a dialog shows what its card has asked for, until it is closed', async () => {
  const { user } = openHistory();
  await user.click(screen.getByRole('button', { name: 'Details of Owl' }));
  expect(screen.getByRole('dialog', { name: 'Owl' }).textContent).toContain('details of image 1');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog', { name: 'Owl' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Details of Elk' }));
  expect(screen.getByRole('dialog', { name: 'Elk' })).toBeDefined();
});

test('offers to search, to filter and to choose the size of pictures', () => {
  openHistory({ loaded: [...batches, createUpscaleBatch({ id: 'fox-2' })] });
  expect(screen.queryByText(/ of 4 batches$/)).toBeNull();
  const readOptions = (name: string) => readText(screen.getByRole('combobox', { name }));
  expect(readOptions('State')).toBe('State: all Running Done Partly done Cancelled Failed');
  expect(readOptions('Scale')).toBe('Scale: all 2x 4x');
  expect(readText(screen.getByRole('radiogroup', { name: 'Picture size' }))).toBe('Small Medium Large');
  expect(listNames('radio', { checked: true })).toEqual(['Medium']);
  expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
  // One value is no choice.
  openHistory({ loaded: [createUpscaleBatch({ id: 'a' }), createUpscaleBatch({ id: 'b' })] });
  expect(listNames('combobox')).toEqual(['State']);
});

test('reads the search and the filters from the URL', () => {
  openHistory({ path: '/?q=fox&state=done&scale=2' });
  expect(screen.getByRole('searchbox', { name: 'Search history' })).toHaveProperty('value', 'fox');
  expect(screen.getByRole('combobox', { name: 'State' })).toMatchObject({
    value: 'done',
    dataset: { chosen: 'true' },
  });
  expect(screen.getByRole('combobox', { name: 'Scale' })).toHaveProperty('value', '2');
  expect(screen.getByText('1 of 3 batches')).toBeDefined();
});

test('a history of at most one batch is not searched, unless the URL says so', () => {
  openHistory({ loaded: batches.slice(0, 1) });
  expect([listNames('searchbox'), listNames('radiogroup')]).toEqual([[], []]);
  openHistory({ loaded: batches.slice(0, 1), path: '/?q=wolf' });
  expect(listNames('searchbox')).toEqual(['Search history']);
  expect(readText()).toContain('No batches match Try other words or filters. Clear');
  expect(screen.queryByRole('alert')).toBeNull();
  openHistory({ loaded: [] });
  expect(readText()).toMatch(/^\(0\) .+ Nothing yet\.$/);
  expect([listNames('searchbox'), listNames('button')]).toEqual([[], []]);
});

test('the size of pictures is kept on this device', async () => {
  onTestFinished(() => choosePictureSize('medium'));
  const { user } = openHistory();
  await user.click(screen.getByRole('radio', { name: 'Large' }));
  expect(screen.getByRole('radio', { name: 'Large', checked: true })).toBeDefined();
  expect(localStorage.getItem('portal:picture-size')).toBe('"large"');
});

test('searches while one types, and writes it into the URL a moment later', async () => {
  const { user } = openHistory();
  await user.type(screen.getByRole('searchbox', { name: 'Search history' }), 'owl');
  await waitFor(() => expect(listCards()).toEqual(['Owl']));
  expect(readLocation()).toBe('/');
  await waitFor(() => expect(readLocation()).toBe('/?q=owl'));
  expect(screen.getByText('1 of 3 batches')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(listCards()).toHaveLength(3));
  expect(readLocation()).toBe('/');
  expect(screen.getByRole('searchbox')).toHaveProperty('value', '');
});

test('filters by state and by what the tool has, and says when nothing matches', async () => {
  const { user } = openHistory();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Scale' }), '4x');
  await waitFor(() => expect(listCards()).toEqual(['Owl']));
  expect(readLocation()).toBe('/?scale=4');
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Failed');
  expect(await screen.findByText('No batches match')).toBeDefined();
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'State: all');
  await waitFor(() => expect(listCards()).toHaveLength(3));
});

test('asks before it clears the history, which shows at once', async () => {
  const cleared = Promise.withResolvers<Response>();
  const requests = serve(answerList(), () => cleared.promise, answerList([]));
  const { user } = openHistory();
  await user.click(screen.getByRole('button', { name: 'Clear History' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Clear History' }));
  await waitFor(() => expect(screen.getByText('Nothing yet.')).toBeDefined());
  expect(listCards()).toEqual([]);
  cleared.resolve(new Response(null, { status: 204 }));
  await waitFor(() => expect(requests).toHaveLength(3));
  expect(requests[1]?.init.method).toBe('DELETE');
});

test('loads again what could not be loaded', async () => {
  serve(new Response('{}', { status: 500 }), answerList());
  const { user } = openHistory({ loaded: null });
  expect(listNames('status')).toContain('Loading history');
  expect(listNames('button')).toEqual([]);
  expect(readText(await screen.findByRole('alert'))).toBe(
    'The history could not be loaded Try again in a moment. Try again',
  );
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(listCards()).toHaveLength(3));
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('goes to the batch that a link names', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  openHistory({ path: '/upscale#batch-owl' });
  const card = screen.getByRole('article', { name: 'Owl' });
  expect(document.activeElement).toBe(card);
  expect(scroll.mock.contexts).toEqual([card]);
  expect(scroll.mock.calls).toEqual([[{ block: 'start' }]]);
});

test('loads the list for a new batch that a link names', async () => {
  serve(answerList());
  const { client } = openHistory({ path: '/upscale#batch-elk', loaded: batches.slice(0, 1) });
  await waitFor(() => expect(listCards()).toEqual(['Red fox', 'Owl', 'Elk']));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('article', { name: 'Elk' })));
  expect(client.getQueryData(upscaleTool.batchesQuery.queryKey)).toHaveLength(3);
});

test.each([
  ['#batch-gone', 'Batch not found'],
  ['#form', 'Before'],
])('says that the batch of a link is gone: %s', async (hash, title) => {
  toast('Before');
  const requests = serve(answerList());
  openHistory({ path: `/upscale${hash}` });
  await waitFor(() => expect(requests).toHaveLength(1));
  await waitFor(() => expect(readToast()?.title).toBe(title));
});

test.each([
  [false, 'Images in progress may still arrive.'],
  [true, 'What the provider has not made costs nothing.'],
])('cancels a batch, half price: %s', async (isHalfPrice, text) => {
  const batch = createUpscaleBatch({
    id: 'fox',
    status: 'processing',
    ...(isHalfPrice && { halfPrice: { provider: 'openai' as const } }),
  });
  const requests = serve(Response.json({ success: true, batch }), answerList());
  const user = openPart(<CancelAction tool={upscaleTool} batch={batch} />);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  if (isHalfPrice) {
    expect(
      screen.getByText(/What the provider has made and not sent yet is charged and may be lost\./),
    ).toBeDefined();
    expect(requests).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Cancel batch' }));
  }
  await waitFor(() => expect(readToast()?.description).toContain(text));
  expect(requests[0]?.path).toContain('/fox/cancel');
});

const createSlots = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ index, state: 'made' as const, url: `/images/${index}` }));

test('a strip opens its images, and shows those that do not fit', async () => {
  const opened: number[] = [];
  const user = openPart(
    <ImageStrip
      slots={createSlots(60)}
      ratio={1}
      width={600}
      makeThumbnailPath={(url) => `${url}/thumbnail`}
      onOpen={(index) => opened.push(index)}
    />,
  );
  const more = screen.getByRole('button', { name: /^Show \d+ more$/ });
  const shown = screen.getAllByRole('button', { name: /^Open image/ }).length;
  expect(more.getAttribute('aria-label')).toBe(`Show ${60 - shown} more`);
  expect(more.getAttribute('aria-expanded')).toBe('false');
  await user.click(screen.getByRole('button', { name: 'Open image 2' }));
  expect(opened).toEqual([1]);
  await user.click(more);
  expect(screen.getAllByRole('button', { name: /^Open image/ })).toHaveLength(60);
  expect(more.getAttribute('aria-expanded')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Show fewer' }));
  expect(screen.getAllByRole('button', { name: /^Open image/ })).toHaveLength(shown);
});

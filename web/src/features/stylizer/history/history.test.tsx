import { stylizerCalls, type StylizerBatch, type StylizerResult } from '@portal/contracts/stylizer';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createPicture, decodePictures } from '../../../testing/load-pictures.ts';
import {
  clickAction,
  expectName,
  expectNoToast,
  failToCancel,
  failToDelete,
  findHistory,
  holdRefusals,
  inCard,
  listActions,
  rename,
  waitForCard,
  waitForFailure,
} from '../../../testing/tool-page.ts';
import { createBatch, createResult } from '../testing/create-batch.ts';
import { openStylizer } from '../testing/open-stylizer.tsx';

const create = (
  id: string,
  states: readonly StylizerResult['status'][],
  overrides: Partial<StylizerBatch> = {},
): StylizerBatch => {
  const results = states.map((state, index) => createResult(index, state));
  return createBatch({
    id,
    results,
    failedCount: states.filter((state) => state === 'failed').length,
    ...overrides,
  });
};
const ended = { status: 'completed', endedAt: '2026-11-21T12:01:00.000Z' } as const;

const queued = create('queued', ['pending', 'pending', 'pending'], { status: 'pending', startedAt: null });
const completed = create('completed', ['completed', 'completed', 'failed'], ended);
const failed = create('failed', ['failed', 'failed'], {
  status: 'failed',
  failures: [0, 1].map((index) => ({ index, state: 'failed', reason: 'Not a picture.', attempts: 1 })),
  retryable: { failed: 2, uncertain: 0 },
});

const expectTexts = (id: string, ...texts: string[]) => {
  for (const text of texts) expect(inCard(id).getByText(text)).toBeDefined();
};
const readBar = (id: string) => inCard(id).queryByRole('progressbar')?.getAttribute('aria-valuenow');
const findDialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('shows that there is no batch yet [T2.4.13]', async () => {
  openStylizer();
  const history = within(findHistory());
  expect(await history.findByText('No batch history yet')).toBeDefined();
  expect(history.getByRole('heading').textContent).toBe('History');
  expect(history.getByText('Files are automatically deleted after 3 days')).toBeDefined();
  expect(history.getByRole('figure').textContent).toBe('Example: one picture in three styles.');
  expect(history.queryByRole('button')).toBeNull();
});

test('names the style and says when a batch was started [T2.4.16]', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T12:45:00Z'), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const styles = {
    renaissance: 'Renaissance',
    studioghibli: 'Studio Ghibli',
    anime: 'Anime',
    coloringbook: 'Coloringbook',
    watercolour: 'Watercolour',
  };
  openStylizer({
    batches: Object.keys(styles).map((preset) => create(preset, ['completed'], { ...ended, preset })),
  });
  await waitForCard('anime');
  for (const [id, name] of Object.entries(styles)) expectTexts(id, name, '45 min ago');
});

test('shows each status, with its actions [T2.4.17, T2.4.18, T2.4.20, T4.1.1, T4.1.4, T4.1.5, T4.1.6, T4.1.7]', async () => {
  const started = create('started', ['processing', 'pending', 'pending', 'completed'], { startedAt: null });
  const halfway = create('halfway', ['completed', 'failed', 'pending', 'pending'], {
    progress: 50,
    startedAt: null,
  });
  const whole = create('whole', ['completed', 'completed', 'completed'], ended);
  const { user } = openStylizer({ batches: [queued, started, halfway, whole, completed, failed] });
  await waitForCard('queued');
  expectTexts('queued', 'Queued - 3 image(s)');
  expect(readBar('queued')).toBeNull();
  expectTexts('started', '1/4 completed', 'Processing...');
  expect(readBar('started')).toBe('25');
  expectTexts('halfway', '1/4 completed', 'Processing...');
  expect(readBar('halfway')).toBe('50');
  expectTexts('whole', '3/3 completed', 'Done');
  expectTexts('completed', '2/3 completed', 'Partly done', '1 failed');
  expectTexts('failed', 'Failed');
  for (const { id } of [completed, failed]) expect(readBar(id)).toBeUndefined();

  expect(listActions('queued')).toEqual(['Cancel', 'View Images', 'Delete Batch', 'More actions']);
  expect(listActions('halfway')).toEqual([
    '1 failed',
    'Cancel',
    'View Images',
    'Delete Batch',
    'More actions',
  ]);
  expect(listActions('completed')).toEqual([
    '1 failed',
    'Download All',
    'New window',
    'View Images',
    'Delete Batch',
    'More actions',
  ]);
  expect(listActions('failed')).toEqual(['2 failed', 'View Images', 'Delete Batch', 'More actions']);
  expect(inCard('failed').getByLabelText('photo-2.jpg: Not a picture.').getAttribute('role')).toBe('img');

  await clickAction(user, 'failed', 'More actions');
  await user.click(await screen.findByRole('menuitem', { name: 'Retry failed' }));
  expect((await findDialog('Failed images')).getByText('Retry 2 images')).toBeDefined();
});

type Options = NonNullable<Parameters<typeof openStylizer>[0]>;

/** The server has the images, unless `answer` says something else. */
function openImages(batches: readonly StylizerBatch[], answer?: Options['answer']) {
  const opened = openStylizer({
    batches,
    answer: (request) => {
      const batch = batches.find(({ id }) => request.path === stylizerCalls.images.path.replace('{id}', id));
      if (batch) return Response.json({ images: batch.results.flatMap(describeImage) });
      return answer?.(request) ?? (isImage(request.path) ? createPicture() : undefined);
    },
  });
  decodePictures();
  // The server does not tell the size of originals.
  for (const side of ['naturalWidth', 'naturalHeight'] as const)
    vi.spyOn(HTMLImageElement.prototype, side, 'get').mockReturnValue(40);
  return opened;
}

const isImage = (path: string) => /\/(images|originals)\/\d+(\/thumbnail)?$/.test(path);
const describeImage = ({ index, fileName, styledImageUrl, thumbnailUrl }: StylizerResult) =>
  styledImageUrl === null
    ? []
    : [
        {
          index,
          fileName: fileName.replace('.jpg', '_stylized.jpg'),
          webUrl: styledImageUrl,
          thumbnailUrl,
          width: 48,
          height: 32,
          bytes: 1,
        },
      ];

const waitForNoDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('opens the styled image, else the original; keys move on [T2.4.15, T2.4.19, T2.4.22, T4.6.3, P8.13]', async () => {
  const { user } = openImages([queued, completed]);
  await waitForCard('queued');
  await clickAction(user, 'queued', 'View Images');
  const original = await findDialog('Original Image');
  expect(await original.findByRole('img', { name: 'Original Image: photo-1.jpg' })).toBeDefined();
  expect(original.getByRole('button', { name: 'Show styled' })).toHaveProperty('disabled', true);
  await user.click(original.getByLabelText('Close'));
  await waitForNoDialog();

  await clickAction(user, 'completed', 'View Images');
  const styled = await findDialog('Styled Image');
  expect(await styled.findByRole('img', { name: 'Styled Image: photo-1_stylized.jpg' })).toBeDefined();
  await user.keyboard('{ArrowRight}');
  expect(await styled.findByRole('img', { name: 'Styled Image: photo-2_stylized.jpg' })).toBeDefined();
  expect(styled.getByLabelText('Next image')).toHaveProperty('disabled', true);
  await user.click(styled.getByRole('button', { name: 'Show original' }));
  const other = await findDialog('Original Image');
  expect(await other.findByRole('img', { name: 'Original Image: photo-2.jpg' })).toBeDefined();
  await user.keyboard('{ArrowRight}');
  expect(other.getByText('photo-3.jpg · 3 / 3')).toBeDefined();
  await user.click(other.getByLabelText('Previous image'));
  expect(other.getByText('photo-2.jpg · 2 / 3')).toBeDefined();
  await user.keyboard('{Escape}');
  await waitForNoDialog();

  await user.click(inCard('completed').getByLabelText('View original of photo-2.jpg'));
  expect((await findDialog('Original Image')).getByText('photo-2.jpg · 2 / 3')).toBeDefined();
});

test.each([
  ['is not returned', () => new Response('{}', { status: 500 }), true],
  ['is no picture', createPicture, false],
])('shows a message instead of an image that %s [T2.4.23, T8.5.3]', async (_name, getImage, isReadable) => {
  const { user } = openImages([completed], ({ path }) =>
    /\/images\/\d+$/.test(path) ? getImage() : undefined,
  );
  decodePictures(() => isReadable);
  await waitForCard('completed');
  await clickAction(user, 'completed', 'View Images');
  const dialog = await findDialog('Styled Image');
  expect(dialog.getByText('photo-1_stylized.jpg · 1 / 2')).toBeDefined();
  expect((await dialog.findByRole('alert')).textContent).toBe('This image failed to load.');
  expect(dialog.queryAllByRole('img').filter((image) => image.getAttribute('alt') !== '')).toEqual([]);
  expect(dialog.queryByRole('progressbar')).toBeNull();
  expectNoToast();
});

test('edits a name [T5.3.3]', async () => {
  const batch = create('fox', ['completed'], { ...ended, name: 'As it was' });
  const { user, history } = openStylizer({
    batches: [batch],
    answer: ({ method, path, body }) => {
      if (method === 'GET' || !path.endsWith('/name')) return undefined;
      history.batches = [{ ...batch, ...Object(body) }];
      return Response.json({ success: true, batch: history.batches[0] });
    },
  });
  await waitForCard('fox');
  await rename(user, 'fox', 'Another');
  await expectName('fox', 'Another');
  await waitFor(() => expect(history.batches[0]?.name).toBe('Another'));
});

test('rolls back failed changes, with a toast for a rename only [T2.4.24, T8.5.1, T8.5.2]', async () => {
  const refused: string[] = [];
  const { refuse, release } = holdRefusals();
  const batch = create('fox', ['completed', 'completed'], { ...ended, name: 'As it was' });
  const working = create('working', ['pending']);
  const { user } = openImages([batch, working], ({ method, path }) => {
    if (method === 'GET' && !/\/download$|\/images\/0$/.test(path)) return undefined;
    refused.push(`${method} ${path}`);
    return refuse();
  });
  await waitForCard('fox');
  await rename(user, 'fox', 'Another');
  await expectName('fox', 'Another');
  release();
  await waitForFailure();
  await expectName('fox', 'As it was');
  await failToCancel(user, 'working', release);
  await failToDelete(user, 'fox', release, 'Delete Batch');
  expect(refused).toEqual([
    expect.stringContaining('/name'),
    'POST /api/stylizer/batch/working/cancel',
    'DELETE /api/stylizer/batch/fox',
    'DELETE /api/stylizer/batches',
  ]);

  await clickAction(user, 'fox', 'Download All');
  await waitFor(() => expect(refused).toContain('GET /api/stylizer/batch/fox/download'));
  release();
  expect(await inCard('fox').findByRole('button', { name: 'Download All' })).toBeDefined();
  await clickAction(user, 'fox', 'View Images');
  const dialog = await findDialog('Styled Image');
  refused.length = 0;
  await user.click(dialog.getByLabelText('Download photo-1_stylized.jpg'));
  await waitFor(() => expect(refused).not.toEqual([]));
  release();
  expect((await dialog.findByRole('alert')).textContent).toBe('This image failed to load.');
  expectNoToast();
});

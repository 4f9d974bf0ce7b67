import { KeywordTextsSchema } from '@portal/contracts/keyword-generator';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { setInView } from '../../../testing/fake-observer.ts';
import { clickAction, inCard, waitForCard } from '../../../testing/tool-page.ts';
import { createBatchOf, openKeywords } from '../testing/open-keywords.tsx';

type Options = Parameters<typeof openKeywords>[0];

/** With all rows in view. */
async function openResults(batch: ReturnType<typeof createBatchOf>, answer?: NonNullable<Options>['answer']) {
  const opened = openKeywords({ batches: [batch], ...(answer && { answer }) });
  await waitForCard(batch.id);
  await clickAction(opened.user, batch.id, 'View results');
  const dialog = within(await screen.findByRole('dialog', { name: `Results for ${batch.name}` }));
  const rows = [...dialog.getByRole('list', { name: 'Results' }).children];
  act(() => {
    for (const row of rows) setInView(row, true);
  });
  return { ...opened, dialog, rows };
}

test('shows what is written, has failed or is pending, and searches in it [T2.3.6]', async () => {
  const batch = createBatchOf('running', ['completed', 'failed', 'processing', 'queued'], {
    status: 'processing',
    endedAt: null,
  });
  const { dialog, rows } = await openResults(batch);
  expect(dialog.getByRole('group', { name: 'photo-1.jpg' })).toBeDefined();
  expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
    'photo-2.jpgThe model gave no usable answer.',
    'photo-3.jpgProcessing…',
    'photo-4.jpgWaiting',
  ]);
  const search = dialog.getByLabelText('Search results');
  for (const [words, found] of [
    ['RED fox', 1],
    ['looks for mice', 1],
    ['wildlife', 1],
    ['photo-3', 1],
    ['photo', 4],
    ['nowhere', 0],
  ] as const) {
    fireEvent.change(search, { target: { value: words } });
    expect(dialog.getByText(`${found} of 4`)).toBeDefined();
    expect(rows.filter((row) => !row.hasAttribute('hidden'))).toHaveLength(found);
  }
  expect(dialog.getByText('No results')).toBeDefined();
});

test('shows a picture that cannot be read as such, without loading it', async () => {
  const plain = createBatchOf('fox', ['completed', 'failed', 'failed']);
  const [failure, ...others] = plain.failures;
  if (!failure) throw new Error('Expected a failure.');
  const { dialog, rows, requests } = await openResults({
    ...plain,
    results: plain.results.map((result, index) => ({ ...result, previewUrl: `/unreadable/${index}` })),
    failures: [{ ...failure, permanent: 'unreadable' }, ...others],
  });
  expect(dialog.getByLabelText('No preview').getAttribute('role')).toBe('img');
  for (const picture of rows.flatMap((row) => [...row.querySelectorAll('[data-loading]')]))
    if (picture.parentElement) setInView(picture.parentElement, true);
  const listLoaded = () => requests.map(({ path }) => path).filter((path) => path.startsWith('/unreadable/'));
  await waitFor(() => expect(listLoaded().toSorted()).toEqual(['/unreadable/0', '/unreadable/2']));
});

test('opens at the picture that was clicked, and closes again', async () => {
  const batch = createBatchOf('fox', ['completed', 'completed']);
  const { user } = openKeywords({ batches: [batch] });
  await waitForCard('fox');
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  await user.click(inCard('fox').getByLabelText('Open image 2'));
  const dialog = await screen.findByRole('dialog', { name: `Results for ${batch.name}` });
  const [, row] = within(dialog).getByRole('list', { name: 'Results' }).children;
  expect(scroll.mock.contexts).toEqual([row]);
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(inCard('fox').getByLabelText('Open image 2')).toBeDefined();
});

test('saves later what is typed during a save, and does not show it as saved before', async () => {
  const batch = createBatchOf('fox', ['completed']);
  const saving = Promise.withResolvers<void>();
  const { user, dialog, requests } = await openResults(batch, ({ method, body }) => {
    if (method !== 'PATCH') return undefined;
    const result = { ...batch.results[0], ...Object(body), edited: true };
    return saving.promise.then(() => Response.json({ success: true, result }));
  });
  const editor = within(dialog.getByRole('group', { name: 'photo-1.jpg' }));
  const title = editor.getByLabelText<HTMLTextAreaElement>('Title');
  const sent = () =>
    requests.filter(({ method }) => method === 'PATCH').map(({ body }) => KeywordTextsSchema.parse(body));
  await user.click(editor.getByLabelText('Remove snow'));
  fireEvent.change(title, { target: { value: 'One thing' } });
  await user.type(title, '{Enter}');
  expect(await editor.findByText('Saving…')).toBeDefined();
  fireEvent.change(title, { target: { value: 'One thing and another' } });
  saving.resolve();
  await waitFor(() => expect(editor.getByText('Edited')).toBeDefined());
  await act(async () => undefined);
  expect(title.value).toBe('One thing and another');
  expect(editor.queryByText('Saved')).toBeNull();
  await user.click(editor.getByText('Save'));
  expect(await editor.findByText('Saved')).toBeDefined();
  expect(sent().at(-1)).toMatchObject({ seo_image_title: 'One thing and another' });
  expect(sent().at(-1)?.keywords).not.toContain('snow');
});

test('names words in title, description and keywords that agencies refuse', async () => {
  const plain = createBatchOf('fox', ['completed', 'completed']);
  const texts = {
    seo_image_title: 'A fox in Nike shoes',
    seo_description: 'A fox by Klimt at NASA',
    keywords: ['fox', 'snow', 'pikachu', 'nasa'],
  };
  const { user, dialog } = await openResults({
    ...plain,
    results: plain.results.map((result, index) => ({ ...result, ...texts, isMadeByAi: index === 1 })),
  });
  const readWarnings = async (name: string) => {
    const editor = within(dialog.getByRole('group', { name }));
    const lists = await editor.findAllByRole('list', { name: 'Words that agencies refuse' });
    return lists.map((list) =>
      within(list)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    );
  };
  expect(await readWarnings('photo-1.jpg')).toEqual([['“Nike”'], ['“Klimt”'], ['“pikachu”']]);
  // Names that are forbidden only for AI pictures.
  expect(await readWarnings('photo-2.jpg')).toEqual([
    ['“Nike”'],
    ['“Klimt”', '“NASA”'],
    ['“pikachu”', '“nasa”'],
  ]);
  const editor = within(dialog.getByRole('group', { name: 'photo-1.jpg' }));
  await user.click(editor.getByRole('button', { name: '“pikachu”' }));
  expect(document.activeElement?.getAttribute('aria-label')).toBe('pikachu, 3 of 4, agencies refuse it');
  await user.click(editor.getByRole('button', { name: '“Nike”' }));
  const title = editor.getByLabelText<HTMLTextAreaElement>('Title');
  expect(document.activeElement).toBe(title);
  expect(title.value.slice(title.selectionStart, title.selectionEnd)).toBe('Nike');
});

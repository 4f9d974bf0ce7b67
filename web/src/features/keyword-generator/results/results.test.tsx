import { KeywordTextsSchema, type KeywordTexts } from '@portal/contracts/keyword-generator';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { setInView } from '../../../testing/fake-observer.ts';
import { setVisible } from '../../../testing/set-visible.ts';
import { clickAction, inCard, waitForCard } from '../../../testing/tool-page.ts';
import { createBatchOf, openKeywords } from '../testing/open-keywords.tsx';
import { updateResult } from './change-result.ts';

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

/** One image, which another tab edits too. `answer` can delay or refuse an edit. */
async function openShared(answer: () => Promise<Response | undefined> = async () => undefined) {
  const batch = createBatchOf('fox', ['completed']);
  const save = (texts: Partial<KeywordTexts>) => {
    const { history } = opened;
    history.batches = updateResult(batch.id, 0, texts)(history.batches);
    return Response.json({ success: true, result: history.batches[0]?.results[0] });
  };
  const opened: Awaited<ReturnType<typeof openResults>> = await openResults(batch, ({ method, body }) =>
    method === 'PATCH'
      ? answer().then((refusal) => refusal ?? save(KeywordTextsSchema.parse(body)))
      : undefined,
  );
  const { user, history, dialog, requests } = opened;
  const editor = within(dialog.getByRole('group', { name: 'photo-1.jpg' }));
  const title = editor.getByLabelText<HTMLTextAreaElement>('Title');
  const editElsewhere = (texts: Partial<KeywordTexts>, expectShown: () => void) => {
    save(texts);
    return waitFor(() => {
      setVisible(true);
      expectShown();
    });
  };
  return {
    user,
    history,
    editor,
    title,
    editElsewhere,
    saveTitle: async (text: string) => {
      fireEvent.change(title, { target: { value: text } });
      await user.type(title, '{Enter}');
    },
    replaceKeywordsElsewhere: () =>
      editElsewhere({ keywords: ['hare'] }, () => editor.getByLabelText('Remove hare')),
    listSent: () =>
      requests.filter(({ method }) => method === 'PATCH').map(({ body }) => KeywordTextsSchema.parse(body)),
  };
}

test('undoes a change without what another tab has saved since', async () => {
  const { user, editor, title, saveTitle, replaceKeywordsElsewhere, listSent } = await openShared();
  const before = title.value;
  await saveTitle('A hare');
  await editor.findByText('Saved');
  await replaceKeywordsElsewhere();
  await user.click(editor.getByRole('button', { name: 'Undo last change' }));
  await waitFor(() => expect(listSent()).toHaveLength(2));
  expect(listSent().at(-1)).toMatchObject({ seo_image_title: before, keywords: ['hare'] });
});

test('saves a failed change without replacing what another tab has saved', async () => {
  const refusals = [new Response('{}', { status: 500 })];
  const { user, editor, saveTitle, replaceKeywordsElsewhere, listSent } = await openShared(async () =>
    refusals.shift(),
  );
  await saveTitle('A hare');
  await editor.findByText('Not saved');
  await replaceKeywordsElsewhere();
  await user.click(editor.getByText('Save'));
  expect(await editor.findByText('Saved')).toBeDefined();
  expect(listSent().at(-1)).toMatchObject({ seo_image_title: 'A hare', keywords: ['hare'] });
});

test('keeps only what was typed during a save as unsaved', async () => {
  const saving = Promise.withResolvers<undefined>();
  const { user, history, editor, title, saveTitle, replaceKeywordsElsewhere, listSent } = await openShared(
    () => saving.promise,
  );
  await user.click(editor.getByLabelText('Remove snow'));
  await saveTitle('A hare');
  await editor.findByText('Saving…');
  fireEvent.change(title, { target: { value: 'A hare in the snow' } });
  saving.resolve(undefined);
  await waitFor(() => expect(history.batches[0]?.results[0]?.seo_image_title).toBe('A hare'));
  await replaceKeywordsElsewhere();
  await user.click(editor.getByText('Save'));
  expect(await editor.findByText('Saved')).toBeDefined();
  expect(listSent().at(-1)).toMatchObject({ seo_image_title: 'A hare in the snow', keywords: ['hare'] });
});

test('saves a value again that another tab has replaced', async () => {
  const { user, editor, editElsewhere, listSent } = await openShared();
  const category = editor.getByLabelText<HTMLSelectElement>('Category');
  await user.selectOptions(category, '5');
  await editor.findByText('Saved');
  await editElsewhere({ category: 7 }, () => expect(category.value).toBe('7'));
  await user.selectOptions(category, '5');
  await waitFor(() => expect(listSent().map((texts) => texts.category)).toEqual([5, 5]));
  expect(await editor.findByText('Saved')).toBeDefined();
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

import type { KeywordBatch } from '@portal/contracts/keyword-generator';
import { expect, test } from 'vitest';
import { withPage, type PageOptions } from '../support/browser.ts';
import { eventually, findCard } from '../support/generator-page.ts';
import {
  answerEdits,
  answerWithBatches,
  BATCH_CALL,
  createActiveBatch,
  createKeywordBatch,
  findEditor,
  findKeywordInput,
  findTitle,
  KEYWORD_PAGE,
  openResults,
  readKeywords,
  waitForErrorBesideDialog,
} from '../support/keyword-page.ts';
import { answerWith, hold } from '../support/routes.ts';

const showing = (batch: KeywordBatch): PageOptions => ({
  as: 'artist',
  path: KEYWORD_PAGE,
  arrange: (page) => answerWithBatches(page, [batch]),
});

const running = createActiveBatch(['completed', 'failed', 'processing', 'queued']);

test('shows written, failed and pending results, and searches all of them [T2.3.6]', () =>
  withPage(async (page) => {
    const dialog = await openResults(page, findCard(page, running.id));
    await findEditor(dialog, 'photo-1.jpg').waitFor();
    const rows = dialog.getByRole('list', { name: 'Results' }).locator('> li');
    const readRow = async (index: number) => (await rows.nth(index).innerText()).split(/\n+/);
    expect(await readRow(1)).toEqual(['photo-2.jpg', 'The model gave no usable answer.']);
    expect(await readRow(2)).toEqual(['photo-3.jpg', 'Processing…']);
    expect(await readRow(3)).toEqual(['photo-4.jpg', 'Waiting']);
    const search = dialog.getByRole('searchbox', { name: 'Search results' });
    for (const [words, found] of [
      ['RED kite', 1],
      ['bird of prey', 1],
      ['photo-3', 1],
      ['photo', 4],
      ['nowhere', 0],
    ] as const) {
      await search.fill(words);
      await dialog.getByText(`${found} of 4`, { exact: true }).waitFor();
    }
    await dialog.getByText('No results', { exact: true }).waitFor();
  }, showing(running)));

test('copies titles, descriptions and keywords, and pastes a keyword list', () => {
  const batch = createKeywordBatch(['completed']);
  const [result] = batch.results;
  if (!result) throw new Error('Expected one.');
  const { seo_image_title: title, seo_description: description, keywords } = result;
  return withPage(async (page) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const dialog = await openResults(page, findCard(page, batch.id));
    const editor = findEditor(dialog, 'photo-1.jpg');
    for (const [name, text] of [
      ['Copy title', title],
      ['Copy description', description],
      ['Copy all', [title, description, keywords.join(', ')].join('\n\n')],
      ['Copy keywords', keywords.join(', ')],
    ] as const) {
      await editor.getByRole('button', { name, exact: true }).click();
      await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);
    }
    // Duplicates are ignored.
    await page.evaluate(() => navigator.clipboard.writeText('Hill, august; evening\nred kite'));
    await findKeywordInput(editor).focus();
    await page.keyboard.press('Control+v');
    await eventually(() => readKeywords(editor)).toEqual([...keywords, 'august', 'evening']);
  }, showing(batch));
});

test('saves what is typed during a save afterwards, and not as saved before', () => {
  const batch = createKeywordBatch(['completed']);
  const saving = hold(`**${BATCH_CALL}/results/*`);
  let sent: Awaited<ReturnType<typeof answerEdits>> = [];
  return withPage(
    async (page) => {
      const dialog = await openResults(page, findCard(page, batch.id));
      const editor = findEditor(dialog, 'photo-1.jpg');
      await editor.getByRole('button', { name: 'Remove hill' }).click();
      await findTitle(editor).fill('One thing');
      await page.keyboard.press('Enter');
      await editor.getByText('Saving…', { exact: true }).waitFor();
      await findTitle(editor).fill('One thing and another');
      const answered = page.waitForResponse(
        (answer) => answer.request().postDataJSON()?.seo_image_title === 'One thing',
      );
      saving.release();
      await (await answered).finished();
      // All effects have arrived.
      await page.evaluate(() => fetch('/icon.svg').then((answer) => answer.text()));
      expect(await findTitle(editor).inputValue()).toBe('One thing and another');
      expect(await editor.getByText('Saved', { exact: true }).count()).toBe(0);
      await editor.getByRole('button', { name: 'Save', exact: true }).click();
      await editor.getByText('Saved', { exact: true }).waitFor();
      expect(sent.at(-1)?.seo_image_title).toBe('One thing and another');
      expect(sent.at(-1)?.keywords).not.toContain('hill');
    },
    {
      ...showing(batch),
      arrange: async (page) => {
        await answerWithBatches(page, [batch]);
        sent = await answerEdits(page, batch);
        await saving.arrange(page);
      },
    },
  );
});

test('keeps a failed edit while scrolling, shows the failure, and Save retries it [T8.4.1]', () => {
  const batch = createKeywordBatch(Array.from({ length: 100 }, () => 'completed'));
  const result = `${BATCH_CALL.replace('*', batch.id)}/results/0`;
  return withPage(
    async (page) => {
      const dialog = await openResults(page, findCard(page, batch.id));
      const editor = findEditor(dialog, 'photo-1.jpg');
      await findTitle(editor).fill('What I typed');
      await findKeywordInput(editor).fill('typed too');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await waitForErrorBesideDialog(page);
      await editor.getByText('Not saved', { exact: true }).waitFor();
      const rows = dialog.getByRole('list', { name: 'Results' }).locator('> li');
      await rows.last().scrollIntoViewIfNeeded();
      await findEditor(dialog, 'photo-100.jpg').waitFor();
      await eventually(() => editor.count()).toBe(0);
      expect(await dialog.getByRole('group').count()).toBeLessThan(20);
      await rows.first().scrollIntoViewIfNeeded();
      expect(await findTitle(editor).inputValue()).toBe('What I typed');
      expect(await readKeywords(editor)).toContain('typed too');

      const sent = await answerEdits(page, batch);
      await editor.getByRole('button', { name: 'Save', exact: true }).click();
      await editor.getByText('Saved', { exact: true }).waitFor();
      expect(sent).toMatchObject([
        { seo_image_title: 'What I typed', keywords: expect.arrayContaining(['typed too']) },
      ]);
    },
    {
      ...showing(batch),
      expectedErrors: [/500/],
      arrange: async (page) => {
        await answerWithBatches(page, [batch]);
        await answerWith(page, result, { status: 500 });
      },
    },
  );
});

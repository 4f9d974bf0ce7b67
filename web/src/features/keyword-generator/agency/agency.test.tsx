import { editKeywordResult, type KeywordBatch } from '@portal/contracts/keyword-generator';
import { screen, waitFor, within } from '@testing-library/react';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { clickAction, noteDownloads, waitForCard, waitForFailure } from '../../../testing/tool-page.ts';
import { updateResult } from '../results/change-result.ts';
import { createBatchOf, openKeywords } from '../testing/open-keywords.tsx';

/** The texts of a batch, by image. */
function createWith(id: string, texts: readonly Partial<KeywordBatch['results'][number]>[]): KeywordBatch {
  const batch = createBatchOf(
    id,
    texts.map(() => 'completed'),
  );
  return { ...batch, results: batch.results.map((result, index) => ({ ...result, ...texts[index] })) };
}

/** Saves each edit, except those of an image that is refused. */
function openDialogs(batch: KeywordBatch) {
  const saved = noteDownloads();
  const refused = new Set<number>();
  const opened: ReturnType<typeof openKeywords> = openKeywords({
    batches: [batch],
    answer: ({ method, path, body }) => {
      if (method !== 'PATCH') return undefined;
      const result = batch.results.find(
        ({ index }) =>
          path === editKeywordResult.path.replace('{id}', batch.id).replace('{index}', String(index)),
      );
      if (!result || refused.has(result.index)) return new Response('{}', { status: 500 });
      const edited = { ...result, ...Object(body), edited: true };
      const { history } = opened;
      history.batches = updateResult(batch.id, result.index, edited)(history.batches);
      return Response.json({ success: true, result: edited });
    },
  });
  const open = async (title: string) => {
    await waitForCard(batch.id);
    await clickAction(opened.user, batch.id, 'Other exports');
    await opened.user.click(within(await screen.findByRole('menu')).getByText(title));
    return within(await screen.findByRole('dialog', { name: title }));
  };
  const listNames = async () => {
    const rows: string[][] = parse((await saved.at(-1)?.blob?.text()) ?? '', { bom: true });
    return rows.slice(1).map(([name]) => name);
  };
  return { ...opened, refused, open, listNames };
}

test('fixes agency issues one by one or all at once, with undo', async () => {
  const { user, open } = openDialogs(
    createWith('flawed', [
      { seo_image_title: 'A hill, a kite', category: null },
      { seo_image_title: 'Kites & hills', category: null },
      { seo_image_title: 'A red kite', category: 1 },
    ]),
  );
  const dialog = await open('Adobe Stock CSV');
  const listProblems = () =>
    [...dialog.getByRole('list', { name: 'Problems' }).children].map(({ textContent }) => textContent);
  const rejected = 'Adobe Stock may reject 2 of 3 images.';
  expect(dialog.getByText(rejected)).toBeDefined();
  const [fix] = dialog.getAllByText('Fix');
  if (!fix) throw new Error('There is nothing to fix.');
  await user.click(fix);
  await waitFor(() => expect(listProblems()[0]).not.toContain('Title contains a comma.'));
  await waitFor(() => expect(dialog.getByText('Fix 1 image')).toHaveProperty('disabled', false));
  await user.click(dialog.getByText('Fix 1 image'));
  await waitFor(() => expect(listProblems()[1]).not.toContain('Title contains special characters: &'));
  const missing = dialog.getByLabelText('Set missing categories');
  await waitFor(() => expect(missing).toHaveProperty('disabled', false));
  await user.selectOptions(missing, 'Animals');
  expect(await dialog.findByText('No problems found for Adobe Stock.')).toBeDefined();
  await waitFor(() => expect(dialog.getByText('Undo')).toHaveProperty('disabled', false));
  await user.click(dialog.getByText('Undo'));
  expect(await dialog.findByText(rejected)).toBeDefined();
  expect(listProblems()).toEqual([
    'a-hill-a-kite.jpgCategory is missing.',
    'kites-and-hills.jpgCategory is missing.',
  ]);
});

test('repeats an undo of many images that has failed', async () => {
  const { user, history, refused, open } = openDialogs(
    createWith(
      'uncategorized',
      Array.from({ length: 8 }, () => ({ category: null })),
    ),
  );
  const dialog = await open('Adobe Stock CSV');
  await user.selectOptions(dialog.getByLabelText('Set missing categories'), 'Animals');
  const waitForUndo = () => waitFor(() => expect(dialog.getByText('Undo')).toHaveProperty('disabled', false));
  await waitForUndo();
  refused.add(2);
  await user.click(dialog.getByText('Undo'));
  await waitForFailure();
  await waitForUndo();
  refused.clear();
  await user.click(dialog.getByText('Undo'));
  await waitFor(() => expect(dialog.queryByText('Undo')).toBeNull());
  expect(history.batches[0]?.results.filter(({ category }) => category !== null)).toEqual([]);
  expect(await dialog.findByText('Adobe Stock may reject 8 of 8 images.')).toBeDefined();
});

test("exports with Adobe's limit of names, which the ZIP follows", async () => {
  const { user, requests, open, listNames } = openDialogs(
    createWith(
      'named',
      Array.from({ length: 12 }, (_, index) => ({
        seo_image_title: `Red kite over hill number ${index} in the evening wind`,
      })),
    ),
  );
  const dialog = await open('Adobe Stock CSV');
  expect(dialog.getByText('No problems found for Adobe Stock.')).toBeDefined();
  expect(dialog.getByLabelText('Short file names in CSV and ZIP')).toHaveProperty('checked', true);
  const countZips = () => requests.filter(({ path }) => path.endsWith('/download-zip/short')).length;
  await user.click(dialog.getByText('Download ZIP'));
  await waitFor(() => expect(countZips()).toBe(1));

  await user.click(dialog.getByText('Download'));
  const names = await listNames();
  expect(new Set(names).size).toBe(12);
  for (const name of names) expect(name).toMatch(/^(?=.{1,30}$)red-kite-over-hill(-[a-z0-9]+)*\.jpg$/);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await clickAction(user, 'named', 'Download ZIP');
  await waitFor(() => expect(countZips()).toBe(2));
});

const REFUSED = 'Shutterstock does not accept pictures that AI made or changed. The CSV leaves it out.';

test('leaves pictures of AI out for Shutterstock', async () => {
  const { user, open, listNames } = openDialogs(createWith('mixed', [{ isMadeByAi: true }, {}]));
  const dialog = await open('Shutterstock CSV');
  expect(dialog.getByText('Shutterstock may reject 1 of 2 images.')).toBeDefined();
  expect(dialog.getByText(REFUSED)).toBeDefined();
  await user.click(dialog.getByText('Download anyway'));
  expect(await listNames()).toEqual(['red-fox-number-2-in-the-snow.jpg']);
});

test('leaves AI pictures out for Adobe Stock that name brands', async () => {
  const named = { seo_image_title: 'A fox in Nike shoes', isMadeByAi: true };
  const { user, open, listNames } = openDialogs(createWith('named-brands', [named, { isMadeByAi: true }]));
  const dialog = await open('Adobe Stock CSV');
  expect(
    dialog.getByText(
      'Adobe Stock refuses AI pictures with these names in the title: “Nike”. The CSV leaves it out.',
    ),
  ).toBeDefined();
  await user.click(dialog.getByText('Download anyway'));
  expect(await listNames()).toEqual(['red-fox-number-2-in-the.jpg']);
});

test('has no CSV if AI made all pictures, and says what Adobe Stock asks for', async () => {
  const { user, open } = openDialogs(createWith('only-ai', [{ isMadeByAi: true }]));
  const shutterstock = await open('Shutterstock CSV');
  expect(shutterstock.getByText(REFUSED)).toBeDefined();
  expect(shutterstock.getByText('Download anyway')).toHaveProperty('disabled', true);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(
    (await open('Adobe Stock CSV')).getByText(
      'AI made or changed 1 image. Select “Created using generative AI tools” at Adobe Stock.',
    ),
  ).toBeDefined();
});

import { beforeEach, expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { firestore } from '../support/firestore.ts';
import { makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import { eventually, findCard, GENERATOR_PAGE } from '../support/generator-page.ts';
import { setLatency } from '../support/sandbox.ts';
import { readButtons } from './history-page.ts';

beforeEach(() => setLatency(0));

/** A finished batch, copied to another owner, without its files. */
async function cloneBatch(id: string, owner: string, change: Record<string, unknown>): Promise<string> {
  const [original, clone] = [firestore.doc(`batches/${id}`), firestore.collection('batches').doc()];
  const record = (await original.get()).data();
  await clone.set({ ...record, owner, storedFiles: 0, storedBytes: 0, ...change });
  return clone.id;
}

test('labels deprecated models, and offers no download for deleted files [T2.1.25, D-media.16]', async () => {
  const [maker, viewer] = [await signIn(newEmail()), await signIn(newEmail())];
  const ended = await startBatch(maker, makeRequest('xai'));
  await waitForBatch(maker, ended);
  await eventually(async () => (await firestore.doc(`batches/${ended}`).get()).get('endedAt')).not.toBe(null);
  const { model: _, version: __, ...google } = makeRequest('google');
  const deprecated = await cloneBatch(ended, viewer.uid, { settings: { ...google, model: 'gemini' } });
  const withoutFiles = await cloneBatch(ended, viewer.uid, { filesDeleted: true });
  await withPage(
    async (page) => {
      await findCard(page, deprecated).getByText('Gemini (Deprecated)', { exact: true }).waitFor();
      await findCard(page, deprecated).getByRole('button', { name: 'Download ZIP' }).waitFor();
      const card = findCard(page, withoutFiles);
      await card.getByText('Files deleted', { exact: true }).waitFor();
      expect(await readButtons(page, withoutFiles)).toEqual([
        expect.stringMatching(/^“a paper boat/),
        'Copy Settings',
        'Delete',
      ]);
      expect(await card.locator('img, [data-loading]').count()).toBe(0);
    },
    // The images belong to the original batch.
    { as: viewer, path: GENERATOR_PAGE, expectedErrors: [/404/] },
  );
});

test('sends finished pictures to the form of another tool, by keyboard', async () => {
  const artist = await signIn(newEmail());
  const source = await startBatch(artist, makeRequest('xai', { quantity: 2 }));
  await waitForBatch(artist, source);
  await withPage(
    async (page) => {
      const card = findCard(page, source);
      await card.getByRole('button', { name: 'Send to' }).press('Enter');
      const items = page.getByRole('menu', { name: 'Send 2 images to' }).getByRole('menuitem');
      await items.first().waitFor();
      expect(await items.allInnerTexts()).toEqual(['Upscale & Enhancement', 'Keyword Generator', 'Stylizer']);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Upscale & Enhancement' }).waitFor();
      const readSent = () =>
        page.evaluate(() => sessionStorage.getItem('portal:sent-pictures:upscale') ?? '');
      await eventually(async () => (await readSent()).split(`"batchId":"${source}"`).length - 1).toBe(2);
      await page.goBack();
      await card.waitFor();
    },
    { as: artist, path: GENERATOR_PAGE },
  );
});

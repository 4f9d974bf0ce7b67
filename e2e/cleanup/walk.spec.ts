import { afterEach, beforeEach, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { waitForIdle } from '../support/batches.ts';
import { withPage } from '../support/browser.ts';
import { toast } from '../support/directory.ts';
import { findCard, GENERATOR_PAGE, readActions } from '../support/generator-page.ts';
import { oneCaseOfEach, waitForRuns, type ToolCase } from '../support/tool-cases.ts';
import { findEditor, findTitle, KEYWORD_PAGE, openResults } from '../support/keyword-page.ts';
import { navigate } from '../support/navigate.ts';
import {
  countStored,
  postCleanup,
  prepareCleanup,
  restoreCleanup,
  runNightly,
  seedAssets,
} from '../support/storage-cleanup.ts';
import { findPanel, readBars, readFacts, readTiles, startCleanup, STORAGE_PAGE } from './storage-page.ts';
import { STYLIZER_PAGE } from '../support/stylizer-page.ts';

let admin: Account;
beforeEach(async () => {
  await waitForIdle();
  admin = await prepareCleanup();
});
afterEach(restoreCleanup);

/** An admin without batches. */
async function makeAdmin(): Promise<Account> {
  const account = await signIn(newEmail());
  await callApi('GET', '/api/auth/user', { as: account });
  const path = `/api/admin/user-directory/users/${account.uid}/role`;
  expect((await callApi('PATCH', path, { as: admin, body: { role: 'admin' } })).status).toBe(200);
  return account;
}

async function start(as: Account, toolCase: ToolCase, text: string, quantity: number) {
  const { start: begin } = await toolCase.prepare(text, quantity);
  return { toolCase, id: await begin(as) };
}

const KB = 1024;
const formatCounts = ({ images, videos, raw, bytes }: Awaited<ReturnType<typeof countStored>>) => ({
  Images: `${images}`,
  Videos: `${videos}`,
  'Raw files': `${raw}`,
  Total: `${images + videos + raw}`,
  Stored: bytes < KB ? `${bytes} B` : `${Math.round(bytes / KB)} KB`,
});

test("empties the media service, and histories say 'Files deleted' [P1.6, P2.34, P2.36, P2.37, P2.38, P3.8, P4.20, P6.5, P7.7, P7.8, P8.14, D-media.13, D-media.16, D-media.17, D-media.18]", async () => {
  await postCleanup(admin);
  const owner = await makeAdmin();
  const { generator, stylizer, keywords } = oneCaseOfEach;
  const runs = [
    await start(owner, generator, 'to be seen', 2),
    await start(owner, stylizer, 'to be seen', 1),
    await start(owner, keywords, 'to be kept', 1),
  ];
  await waitForRuns(owner, runs);
  const [generated = '', styled = '', written = ''] = runs.map(({ id }) => id);
  await seedAssets({ count: 12, prefix: 'elsewhere/', type: 'upload' });
  await seedAssets({ count: 5, prefix: 'films/', resourceType: 'video', type: 'private' });
  await seedAssets({ count: 4, prefix: 'raw/', resourceType: 'raw' });
  // Nothing has expired, but a finished run refreshes the statistics.
  expect(await runNightly()).toBe(200);
  const stored = await countStored();
  expect(stored).toMatchObject({ images: 15, videos: 5, raw: 4 });

  await withPage(
    async (page) => {
      await findPanel(page, 'Storage statistics').waitFor();
      expect(await readTiles(page)).toMatchObject(formatCounts(stored));
      expect(await readBars(page, 'Stored by tool')).toEqual([
        expect.stringMatching(/^Bulk Image Generator 2 files \d/),
        'Upscale & Enhancement 0 files 0 B',
        'Keyword Generator 0 files 0 B',
        expect.stringMatching(/^Stylizer 1 file \d/),
      ]);
      expect((await readBars(page, 'Stored by age'))[0]).toMatch(/^Less than a day 3 files \d/);
      const last = findPanel(page, 'Last cleanup');
      expect(await readFacts(last)).toMatchObject({ Trigger: 'Nightly', 'Failed to delete': '0' });
      expect(await readFacts(findPanel(page, 'Automatic cleanup'))).toMatchObject({
        'Next run': expect.stringMatching(/^in \d+ (h|min)$|^just now$|^tomorrow$/),
      });

      await startCleanup(page);
      await toast(page, 'Cleanup Completed')
        .getByText('Successfully deleted resources', { exact: true })
        .waitFor();
      await page.getByText('No files stored', { exact: true }).waitFor();
      const remaining = await countStored();
      expect(remaining).toEqual({ images: 0, videos: 0, raw: 0, bytes: 0 });
      expect(await readTiles(page)).toMatchObject(formatCounts(remaining));
      await last.getByText('15 images, 5 videos, and 4 raw files deleted.', { exact: true }).waitFor();
      expect(await readFacts(last)).toMatchObject({ Trigger: 'Manual', 'Failed to delete': '0' });

      for (const [path, id, actions] of [
        [GENERATOR_PAGE, generated, ['View prompt', 'Copy Settings', 'Delete', 'More actions']],
        [STYLIZER_PAGE, styled, ['Delete Batch']],
      ] as const) {
        await navigate(page, path);
        const card = findCard(page, id);
        await card.getByText('Files deleted', { exact: true }).waitFor();
        expect(await readActions(page, id)).toEqual(actions);
        expect(await card.locator('img, [data-loading]').count()).toBe(0);
      }
      await navigate(page, KEYWORD_PAGE);
      const card = findCard(page, written);
      await card.waitFor();
      expect(await card.getByText('Files deleted').count()).toBe(0);
      expect(await readActions(page, written)).toEqual([
        'Download ZIP',
        'Export CSV',
        'Other exports',
        'View results',
        'Delete',
        'More actions',
      ]);
      const results = await openResults(page, card);
      expect(await findTitle(findEditor(results, 'to be kept 0.png')).inputValue()).not.toBe('');
    },
    { as: owner, path: STORAGE_PAGE },
  );
});

import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { eventually } from '../support/generator-page.ts';
import { expectVisible, advance, advanceTo, setVisibility, pauseClock } from '../support/polled-history.ts';
import {
  createProgress,
  createStorageStats,
  findButton,
  findTiles,
  readTiles,
  serveStorage,
} from './storage-page.ts';

test('reads statistics every 30 s, every 3 s during a cleanup, never while hidden [P2.36, P2.37, P7.7, P9.18]', () => {
  const { storage, options } = serveStorage();
  return withPage(
    async (page) => {
      const note = page.getByText(/^Refresh failed\. These numbers are from \d+:\d\d [AP]M\. Retrying\.$/);
      // The interval starts when the response has rendered.
      const isNewTotal = (total: string) =>
        expectVisible(page, findTiles(page).getByText(total, { exact: true }));
      // The panel is there before the numbers.
      await findTiles(page).getByText('1,836', { exact: true }).waitFor();
      storage.stats = createStorageStats({ totalResources: 1837 });
      await pauseClock(page);
      await isNewTotal('1,837');
      storage.reads = 0;

      storage.stats = createStorageStats({ totalResources: 1838 });
      await advanceTo(page, 29_900);
      expect(storage.reads).toBe(0);
      await advanceTo(page, 30_000);
      await isNewTotal('1,838');
      expect(storage.reads).toBe(1);

      storage.status = 503;
      await advanceTo(page, 59_900);
      expect(storage.reads).toBe(1);
      await advanceTo(page, 60_000);
      await expectVisible(page, note);
      expect(storage.reads).toBe(2);
      expect(await readTiles(page)).toMatchObject({ Total: '1,838' });
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(await page.locator('li[data-state]').count()).toBe(0);

      storage.status = 200;
      storage.stats = createStorageStats({ totalResources: 1839 });
      await advance(page, 30_000);
      await isNewTotal('1,839');
      expect(await note.count()).toBe(0);

      await setVisibility(page, 'hidden');
      await advance(page, 300_000);
      expect(storage.reads).toBe(3);
      storage.stats = createStorageStats({ running: createProgress() });
      await setVisibility(page, 'visible');
      await expectVisible(page, page.getByText('Running Cleanup...', { exact: true }));
      expect(storage.reads).toBe(4);
      expect(await findButton(page).isDisabled()).toBe(true);

      storage.stats = createStorageStats();
      await advance(page, 2000);
      expect(storage.reads).toBe(4);
      await advance(page, 1000);
      await expectVisible(page, page.getByText('Run Manual Cleanup', { exact: true }));
      await advance(page, 28_000);
      expect(storage.reads).toBe(5);
      await advance(page, 2000);
      await eventually(() => storage.reads).toBe(6);
    },
    { ...options, expectedErrors: [/503/] },
  );
});

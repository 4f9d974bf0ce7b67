import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { eventually } from '../support/generator-page.ts';
import { isSeen, pass, passTo, setVisibility, stopTime } from '../support/polled-history.ts';
import {
  createProgress,
  createStorageStats,
  findButton,
  findTiles,
  readTiles,
  serveStorage,
} from './storage-page.ts';

const withPage = useBrowser();

test('the numbers are read every 30 s, and not while the tab is hidden; old ones stay, with a note, when new ones cannot be had; a cleanup that was started elsewhere shows, and is read every 3 s [P2.36, P2.37, P7.7, P9.18]', () => {
  const { storage, options } = serveStorage();
  return withPage(
    async (page) => {
      const note = page.getByText(
        /^These numbers are of \d+:\d\d [AP]M: newer ones could not be read\. It is tried again\.$/,
      );
      // What is seen has arrived: from there the next is waited for.
      const isNewTotal = (total: string) => isSeen(page, findTiles(page).getByText(total, { exact: true }));
      await findTiles(page).waitFor();
      storage.stats = createStorageStats({ totalResources: 1837 });
      await stopTime(page);
      await isNewTotal('1,837');
      storage.reads = 0;

      storage.stats = createStorageStats({ totalResources: 1838 });
      await passTo(page, 29_900);
      expect(storage.reads).toBe(0);
      await passTo(page, 30_000);
      await isNewTotal('1,838');
      expect(storage.reads).toBe(1);

      storage.status = 503;
      await passTo(page, 59_900);
      expect(storage.reads).toBe(1);
      await passTo(page, 60_000);
      await isSeen(page, note);
      expect(storage.reads).toBe(2);
      expect(await readTiles(page)).toMatchObject({ Total: '1,838' });
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(await page.locator('li[data-state]').count()).toBe(0);

      storage.status = 200;
      storage.stats = createStorageStats({ totalResources: 1839 });
      await pass(page, 30_000);
      await isNewTotal('1,839');
      expect(await note.count()).toBe(0);

      await setVisibility(page, 'hidden');
      await pass(page, 300_000);
      expect(storage.reads).toBe(3);
      storage.stats = createStorageStats({ running: createProgress() });
      await setVisibility(page, 'visible');
      await isSeen(page, page.getByText('Running Cleanup...', { exact: true }));
      expect(storage.reads).toBe(4);
      expect(await findButton(page).isDisabled()).toBe(true);

      storage.stats = createStorageStats();
      await pass(page, 2000);
      expect(storage.reads).toBe(4);
      await pass(page, 1000);
      await isSeen(page, page.getByText('Run Manual Cleanup', { exact: true }));
      await pass(page, 28_000);
      expect(storage.reads).toBe(5);
      await pass(page, 2000);
      await eventually(() => storage.reads).toBe(6);
    },
    { ...options, expectedErrors: [/503/] },
  );
});

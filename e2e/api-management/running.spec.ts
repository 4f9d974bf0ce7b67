import { cancelRunningBatch, listRunningBatches } from '@portal/contracts/running-batches';
import { expect, test } from 'vitest';
import { answerWithStatus, API_PAGE, findRegion } from './api-management-page.ts';
import { withPage } from '../support/browser.ts';
import { toast } from '../support/directory.ts';
import { eventually } from '../support/generator-page.ts';
import { createRunning, createStatus } from './mock-status.ts';
import { advance, countWhenIdle, EIGHT, expectVisible, pauseClock } from '../support/polled-history.ts';
import { answerWith } from '../support/routes.ts';

const LIST_CALL = listRunningBatches.path;
const CANCEL_CALL = cancelRunningBatch.path.replace('{id}', '*');
const asAdmin = { as: 'admin', path: API_PAGE } as const;

const BATCHES = [
  createRunning(),
  createRunning({
    id: 'b2',
    name: 'Portraits',
    tool: 'upscale',
    ownerEmail: null,
    done: 3,
    total: 4,
    cost: 0,
    estimate: 0,
    cancelledAt: '2026-11-21T11:59:00.000Z',
  }),
];

test('reads running batches every 5 s, with a retry, and describes them at any width', () => {
  const server = { requests: 0, status: 500, json: {} };
  return withPage(
    async (page) => {
      const panel = findRegion(page, 'Running now');
      await panel.getByText('The running batches could not be loaded', { exact: true }).waitFor();
      Object.assign(server, { status: 200, json: { batches: [], hasMore: false } });
      await panel.getByRole('button', { name: 'Try again' }).click();
      await panel.getByText('No batches are running.', { exact: true }).waitFor();
      expect(await panel.getByRole('alert').count()).toBe(0);

      await pauseClock(page);
      const first = await countWhenIdle(() => server.requests);
      await advance(page, 4999);
      expect(server.requests).toBe(first);
      server.json = { batches: BATCHES, hasMore: true };
      await advance(page, 1);
      await eventually(() => server.requests).toBe(first + 1);

      const rows = panel.getByRole('listitem');
      await expectVisible(page, rows.first());
      expect(await rows.allInnerTexts()).toEqual([
        expect.stringMatching(
          /^Red fox\nBulk Image Generator · ada@studio\.example\nStop\n12\/30 done\n\$0\.24 so far · \$0\.60 estimated · /,
        ),
        expect.stringMatching(
          /^Portraits\nUpscale & Enhancement · Revoked user\nStopping\n3\/4 done\nFree · /,
        ),
      ]);
      await page.getByText('Showing the newest 100 batches.', { exact: true }).waitFor();
      for (const width of [360, 1280, 2560]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
    },
    {
      ...asAdmin,
      arrange: async (page) => {
        await page.clock.install({ time: EIGHT });
        await answerWithStatus(page, createStatus());
        await page.route(LIST_CALL, (route) => {
          server.requests += 1;
          return route.fulfill(server);
        });
      },
      expectedErrors: [/500/],
    },
  );
});

test('Stop asks first, then marks the batch; a rejected cancel restores the button', () =>
  withPage(
    async (page) => {
      const stop = page.getByRole('button', { name: 'Stop Red fox' });
      const dialog = page.getByRole('dialog', { name: 'Stop this batch?' });
      await stop.click();
      await dialog.getByText('“Red fox” (Bulk Image Generator) by ada@studio.example').waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });

      await stop.click();
      await dialog.getByRole('button', { name: 'Stop batch' }).click();
      await toast(page, 'Error').waitFor();
      await stop.waitFor();

      const server = { cancelledAt: null as string | null };
      await page.route(LIST_CALL, (route) =>
        route.fulfill({ json: { batches: [createRunning(server)], hasMore: false } }),
      );
      await page.route(CANCEL_CALL, (route) => {
        server.cancelledAt = '2026-11-21T12:00:00.000Z';
        return route.fulfill({ json: { success: true } });
      });
      await stop.click();
      const sent = page.waitForRequest(`**${cancelRunningBatch.path.replace('{id}', 'b1')}`);
      await dialog.getByRole('button', { name: 'Stop batch' }).click();
      expect((await sent).method()).toBe('POST');
      await toast(page, 'Batch cancelled').waitFor();
      await findRegion(page, 'Running now').getByText('Stopping', { exact: true }).waitFor();
      expect(await stop.count()).toBe(0);
    },
    {
      ...asAdmin,
      arrange: async (page) => {
        await answerWithStatus(page, createStatus());
        await answerWith(page, LIST_CALL, { json: { batches: [createRunning()], hasMore: false } });
        await answerWith(page, CANCEL_CALL, { status: 500 });
      },
      expectedErrors: [/500/],
    },
  ));

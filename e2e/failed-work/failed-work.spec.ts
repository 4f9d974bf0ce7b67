import { listFailedWork, retryFailedWork, type FailedWork } from '@portal/contracts/failed-work';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { toast } from '../support/directory.ts';
import { findViolations } from '../support/find-violations.ts';
import { hasFocus } from '../support/keyboard.ts';
import { hold } from '../support/routes.ts';

const LIST_CALL = `**${listFailedWork.path}*`;
const RETRY_CALL = `**${retryFailedWork.path.replace('{id}', '*')}`;

const createWork = (overrides: Partial<FailedWork>): FailedWork => ({
  id: 'b1~uncertain',
  kind: 'uncertain',
  batchId: 'b1',
  batchName: 'Red fox',
  tool: 'image-generator',
  ownerEmail: 'ada@studio.example',
  at: '2026-11-21T12:00:00.000Z',
  items: 2,
  reasons: ['Connection lost while the provider was working. You may have been charged.'],
  cost: 0.08,
  retryCost: 0.08,
  ...overrides,
});
const general = { items: null, reasons: [], cost: null, retryCost: 0 };
const lost = createWork({});
const unstored = createWork({ ...general, id: 'b2~not-stored', kind: 'not-stored', batchName: 'Portraits' });
const undeleted = createWork({
  ...general,
  id: 'b3~not-deleted',
  kind: 'not-deleted',
  tool: 'upscale',
  ownerEmail: null,
  batchName: 'A-very-long-name-without-a-space-that-a-phone-cannot-show-in-one-line-of-text',
});

/** Mocks the server; a retry takes its entry off the list. */
async function serve(page: Page, server: { isBroken: boolean; entries: FailedWork[] }) {
  await page.route(LIST_CALL, (route) => {
    if (server.isBroken) return route.fulfill({ status: 500, json: {} });
    const isSecond = new URL(route.request().url()).searchParams.get('after') === 'more';
    const [last] = server.entries.slice(-1);
    const first = server.entries.length > 1 ? server.entries.slice(0, -1) : server.entries;
    const entries = isSecond && last ? [last] : first;
    const next = !isSecond && server.entries.length > 1 ? 'more' : null;
    return route.fulfill({ json: { entries, next, total: server.entries.length } });
  });
  await page.route(RETRY_CALL, (route) => {
    const id = decodeURIComponent(route.request().url()).split('/').at(-2);
    server.entries = server.entries.filter((entry) => entry.id !== id);
    return route.fulfill({ json: { success: true, batchId: null } });
  });
}

test('lists failed work by page, and retries after a warning of a second charge', () => {
  const held = hold(LIST_CALL);
  const server = { isBroken: true, entries: [lost, unstored, undeleted] };
  return withPage(
    async (page) => {
      await page.getByRole('status', { name: 'Loading failed work' }).waitFor();
      held.release();
      await page.getByText('Failed work could not be loaded', { exact: true }).waitFor();
      server.isBroken = false;
      await page.getByRole('button', { name: 'Try again' }).click();

      await page.getByText('3 open', { exact: true }).waitFor();
      const rows = page.getByRole('list', { name: 'Failed work' }).getByRole('listitem');
      expect(await rows.count()).toBe(2);
      await page.getByRole('button', { name: 'Show more' }).click();
      await rows.nth(2).waitFor();
      expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
      expect(await rows.allInnerTexts()).toEqual([
        expect.stringMatching(
          /^Outcome unknown\nRed fox\nBulk Image Generator · ada@studio\.example · .+\n2 items: Connection lost .+\nUp to \$0\.08 charged\nRetry$/,
        ),
        expect.stringMatching(/^Not stored\nPortraits\n.+\nThe storage service keeps refusing .+\nRetry$/),
        expect.stringMatching(/^Not deleted\n.+\nUpscale & Enhancement · Revoked user · .+\n.+\nRetry$/),
      ]);
      expect(await findViolations(page)).toEqual([]);
      for (const width of [360, 1280, 2560]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }

      const retryLost = page.getByRole('button', { name: 'Retry: Outcome unknown, Red fox' });
      const dialog = page.getByRole('dialog', { name: 'Retry? You may be charged twice.' });
      await retryLost.press('Enter');
      await dialog.getByText('The provider may already have charged up to $0.08 for “Red fox”.').waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(server.entries).toHaveLength(3);
      await retryLost.press('Enter');
      const sent = page.waitForRequest(RETRY_CALL);
      await dialog.getByRole('button', { name: 'Retry' }).click();
      expect((await sent).postDataJSON()).toEqual({ acceptsSecondCharge: true });
      await toast(page, 'Retry started').waitFor();
      await retryLost.waitFor({ state: 'detached' });

      const sentFree = page.waitForRequest(RETRY_CALL);
      await page.getByRole('button', { name: 'Retry: Not stored, Portraits' }).press('Enter');
      expect((await sentFree).postDataJSON()).toEqual({ acceptsSecondCharge: false });
      await page.getByText('1 open', { exact: true }).waitFor();
      const list = page.getByRole('list', { name: 'Failed work' }).locator('..');
      expect(await hasFocus(list)).toBe(true);
      await page.getByRole('button', { name: /^Retry: Not deleted/ }).press('Enter');
      await page.getByText('No failed work', { exact: true }).waitFor();
    },
    {
      as: 'admin',
      path: '/admin/failed-work',
      arrange: async (page) => {
        await serve(page, server);
        await held.arrange(page);
      },
      expectedErrors: [/500/],
    },
  );
});

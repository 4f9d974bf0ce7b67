import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { eventually, findCard, GENERATOR_PAGE } from '../support/generator-page.ts';
import { makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import { isPulsing } from '../support/is-pulsing.ts';
import { pathOf } from '../support/api-files.ts';

/** The thumbnails that are stored on the device. */
const countStored = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('portal-thumbnails');
        opening.addEventListener('error', reject);
        opening.addEventListener('success', () => {
          const { result: database } = opening;
          const counting = database.transaction('thumbnails').objectStore('thumbnails').count();
          counting.addEventListener('success', () => {
            database.close();
            resolve(counting.result);
          });
        });
      }),
  );

/** Fetches an image like the page; `isCached` if nothing came over the network. */
const fetchInPage = (page: Page, path: string, as: Pick<Account, 'token'>) =>
  page.evaluate(
    async ({ address, token }) => {
      const startedAt = performance.now();
      const { status } = await fetch(address, {
        credentials: 'include',
        headers: { Authorization: `Bearer ${token}` },
      }).then(async (answer) => (await answer.arrayBuffer(), answer));
      const findTiming = () =>
        performance
          .getEntriesByName(new URL(address, location.href).href)
          .find(({ startTime }) => startTime >= startedAt);
      // Chromium adds it some time after the response.
      while (!findTiming()) await new Promise((resolve) => setTimeout(resolve, 10));
      const timing = findTiming();
      return { status, isCached: timing instanceof PerformanceResourceTiming && timing.transferSize === 0 };
    },
    { address: path, token: as.token },
  );

test('caches an image in the browser, but only for its owner [P7.22, D-polling-and-caching.4]', async () => {
  const [owner, next] = await Promise.all([signIn(newEmail()), signIn(newEmail())]);
  const id = await startBatch(owner, makeRequest('xai'));
  await waitForBatch(owner, id);
  await withPage(
    async (page) => {
      for (const path of [`${pathOf(id)}/images/0`, `${pathOf(id)}/images/0/thumbnail`]) {
        expect(await fetchInPage(page, path, owner)).toEqual({ status: 200, isCached: false });
        expect(await fetchInPage(page, path, owner)).toEqual({ status: 200, isCached: true });
        // The next user of the same browser.
        expect(await fetchInPage(page, path, next)).toEqual({ status: 404, isCached: false });
        expect(await fetchInPage(page, path, { token: 'none' })).toEqual({ status: 401, isCached: false });
      }
    },
    // Signed-in contexts have no routes, which would turn off the cache. This page shows no pictures itself.
    { as: owner, path: '/deliveries', expectedErrors: [/40[14]/] },
  );
});

const THUMBNAIL = /\/images\/(\d+)\/thumbnail$/;

test('loads a thumbnail once with the token, also after a reload; a failed one shows an icon [T2.1.20, T2.1.21, T2.1.22, T2.1.23, T8.2.10, D-media.5]', async () => {
  const owner = await signIn(newEmail());
  const id = await startBatch(owner, makeRequest('xai', { quantity: 2 }));
  await waitForBatch(owner, id);
  /** The tokens of the requests for each image. */
  const requests: Record<string, (string | undefined)[]> = { 0: [], 1: [] };
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await withPage(
    async (page) => {
      const card = findCard(page, id);
      const placeholder = card.locator('[data-loading]').first();
      await placeholder.waitFor();
      await eventually(() => isPulsing(placeholder)).toBe(true);
      release();
      await findBroken(card).waitFor();
      const image = card.locator('img');
      expect(await image.getAttribute('src')).toMatch(/^data:image\/webp/);
      await card.getByRole('button', { name: 'View images' }).click();
      const dialog = page.getByRole('dialog', { name: /^Images in / });
      await dialog.locator('img').waitFor();
      expect(await dialog.locator('img').getAttribute('src')).toBe(await image.getAttribute('src'));
      await findBroken(dialog).waitFor();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('link', { name: 'Home' }).first().click();
      await page.getByRole('heading', { name: 'Tools' }).waitFor();
      await page.goBack();
      await findBroken(card).waitFor();
      expect(requests).toEqual({ 0: [`Bearer ${owner.token}`], 1: [`Bearer ${owner.token}`] });
      expect(await page.locator('li[data-state]').count()).toBe(0);

      await eventually(() => countStored(page)).toBe(1);
      await page.reload();
      await findBroken(card).waitFor();
      await image.waitFor();
      expect(requests[0]).toHaveLength(1);
      await page.getByRole('button', { name: owner.email }).click();
      await page.getByRole('button', { name: 'Logout' }).click();
      await page.getByRole('button', { name: 'Sign In with Google' }).waitFor();
      await eventually(() => countStored(page)).toBe(0);
    },
    {
      as: owner,
      path: GENERATOR_PAGE,
      arrange: (page) =>
        page.route(THUMBNAIL, async (route) => {
          const [, index = ''] = THUMBNAIL.exec(route.request().url()) ?? [];
          requests[index]?.push(route.request().headers()['authorization']);
          await released;
          await (index === '1' ? route.fulfill({ status: 500 }) : route.fallback());
        }),
      expectedErrors: [/500/],
    },
  );
});

const findBroken = (within: Locator) => within.getByRole('img', { name: 'Image failed to load' });

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { eventually, findCard, GENERATOR_PAGE } from '../support/generator-page.ts';
import { makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
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

test('shows thumbnails after a reload without a request, until the user signs out', async () => {
  const owner = await signIn(newEmail());
  const id = await startBatch(owner, makeRequest('xai', { quantity: 2 }));
  await waitForBatch(owner, id);
  await withPage(
    async (page) => {
      const requests: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/thumbnail')) requests.push(request.url());
      });
      const pictures = findCard(page, id)
        .getByRole('button', { name: /^Open image/ })
        .locator('img');
      await eventually(() => pictures.count()).toBe(2);
      expect(requests).toHaveLength(2);
      await eventually(() => countStored(page)).toBe(2);
      await page.reload();
      await eventually(() => pictures.count()).toBe(2);
      expect(requests).toHaveLength(2);
      await page.getByRole('button', { name: owner.email }).click();
      await page.getByRole('button', { name: 'Logout' }).click();
      await page.getByRole('button', { name: 'Sign In with Google' }).waitFor();
      await eventually(() => countStored(page)).toBe(0);
    },
    { as: owner, path: GENERATOR_PAGE },
  );
});

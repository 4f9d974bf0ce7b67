import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { config } from '../config.ts';
import { withPage } from '../support/browser.ts';
import { findRow } from '../support/directory.ts';
import { navigate } from '../support/navigate.ts';

const TOOLS = [
  ['Bulk Image Generator', '/tools/bulk-image-generator'],
  ['Upscale & Enhancement', '/tools/upscale-enhancement'],
  ['Keyword Generator', '/tools/keyword-generator'],
  ['Stylizer', '/tools/stylizer'],
] as const;
/** The portal and the sign-in service. */
const KNOWN_ORIGINS = [config.portalUrl, config.authUrl].toSorted();
/** Listens on the context to include workers; only inlined data: URLs are skipped. */
const recordOrigins = async (page: Page, origins: Set<string>) =>
  void page.context().on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'data:' && protocol !== 'blob:') origins.add(origin);
  });

test('home leads to four tools; calls carry the identity and reach no other host [P2.3, P1.4, P1.5, P6.2, D-names-and-settings.1, P1.7, T1.3, P2.4, P2.5, P2.6, P2.7, T2.0.1, T6.2, T7.0.1]', () => {
  const requests: Request[] = [];
  const origins = new Set<string>();
  return withPage(
    async (page) => {
      const main = page.getByRole('main');
      const home = main.getByRole('heading', { name: 'Welcome to the product', level: 1 });
      await home.waitFor();
      await main.getByText('Internal Portal (Beta)', { exact: true }).waitFor();
      await main.getByRole('heading', { name: 'Tools', level: 2, exact: true }).waitFor();
      const cards = main.getByRole('article');
      expect(await cards.count()).toBe(TOOLS.length);
      for (const [index, [title, path]] of TOOLS.entries()) {
        const card = cards.nth(index);
        // Descriptions are empty: a card shows only its name and 'Launch'.
        expect(await card.innerText()).toMatch(new RegExp(`^${title}\\s+Launch$`));
        const launch = card.getByRole('link', { name: 'Launch' });
        expect(await launch.getAttribute('href')).toBe(path);
        await launch.click();
        await page.getByRole('heading', { name: title, level: 1, exact: true }).waitFor();
        const history = page.getByRole('region', { name: 'History' });
        await history.getByText('Files are automatically deleted after 3 days', { exact: true }).waitFor();
        await page.goBack();
        await home.waitFor();
      }
      const calls = requests.filter(
        (request) => request.url().includes('/api/') && !request.url().endsWith('/api/settings'),
      );
      expect(calls.length).toBeGreaterThan(TOOLS.length);
      for (const request of calls) {
        expect(request.headers()).toMatchObject({
          authorization: expect.stringMatching(/^Bearer ./),
          'x-user-email': 'artist@studio.example',
        });
      }
      expect([...origins].toSorted()).toEqual(KNOWN_ORIGINS);

      // Only admins see admin pages.
      await navigate(page, '/admin/settings');
      await page.waitForURL('/');
      await home.waitFor();
      expect(requests.some((request) => request.url().includes('/api/admin/'))).toBe(false);
    },
    {
      as: 'artist',
      arrange: async (page) => {
        page.on('request', (request) => requests.push(request));
        await recordOrigins(page, origins);
      },
    },
  );
});

test('/admin opens the user directory beside a side panel [P1.6, P2.8, P2.9, P2.10, P2.11, P2.12, P2.26, P6.3, T2.0.1, T2.0.2, T6.2, T7.0.1]', () => {
  const origins = new Set<string>();
  return withPage(
    async (page) => {
      const heading = (name: string) => page.getByRole('main').getByRole('heading', { name, level: 1 });
      await heading('User Directory').waitFor();
      await findRow(page, 'admin@studio.example').waitFor();
      expect(new URL(page.url()).pathname).toBe('/admin/user-directory');
      const panel = page.getByRole('complementary');
      await panel.getByRole('link', { name: 'Storage Cleanup' }).click();
      await heading('Storage Cleanup Management').waitFor();
      await page.getByRole('region', { name: 'Storage statistics' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/admin/cloudinary');
      await navigate(page, '/admin/api');
      await heading('API Management').waitFor();
      await page.getByRole('region', { name: 'Queues' }).waitFor();
      expect(await panel.locator('a[href="/admin/api"]').count()).toBe(0);

      await navigate(page, '/tools/nothing');
      await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
      await page.goto('/admin/nothing');
      await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
      await page.getByRole('link', { name: 'Return Home' }).click();
      await page.getByRole('heading', { name: 'Welcome to the product' }).waitFor();
      expect([...origins].toSorted()).toEqual(KNOWN_ORIGINS);
    },
    { as: 'admin', path: '/admin', arrange: (page) => recordOrigins(page, origins) },
  );
});

import { expect, test } from 'vitest';
import { API_PAGE } from './api-management-page.ts';
import { withPage } from '../support/browser.ts';

test('redirects non-admins home without any admin request [P6.3, P6.10]', () => {
  const asked: string[] = [];
  return withPage(
    async (page) => {
      await page.getByRole('heading', { name: 'Welcome to the product' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/');
      expect(asked).toEqual([]);
    },
    {
      as: 'artist',
      path: API_PAGE,
      arrange: async (page) =>
        void page.on('request', (request) => {
          if (request.url().includes('/api/admin/')) asked.push(request.url());
        }),
    },
  );
});

import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { findViolations } from '../support/find-violations.ts';

test('signed-out pages have no axe violations', () =>
  withPage(
    async (page) => {
      await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
      expect(await findViolations(page), 'an unknown page').toEqual([]);

      await page.getByRole('link', { name: 'Return Home' }).click();
      await page.getByRole('button', { name: 'outsider@elsewhere.example' }).click();
      await page.getByRole('alert').waitFor();
      expect(await findViolations(page), 'the sign-in page after a rejected sign-in').toEqual([]);
    },
    { path: '/nowhere', expectedErrors: [/403/] },
  ));

import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';

test('the front page follows its CSP and names the configured provider', () =>
  withPage(async (page) => {
    await page.getByRole('heading', { name: 'Internal Portal' }).waitFor();
    expect(await page.getByRole('button', { name: 'Sign In with Google' }).isEnabled()).toBe(true);
  }));

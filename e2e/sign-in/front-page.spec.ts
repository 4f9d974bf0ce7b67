import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';

const withPage = useBrowser();

test('the front page opens under its content security policy and names the provider that the server has set', () =>
  withPage(async (page) => {
    await page.getByRole('heading', { name: 'Internal Portal' }).waitFor();
    expect(await page.getByRole('button', { name: 'Sign In with Google' }).isEnabled()).toBe(true);
  }));

import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';

const withPage = useBrowser();

test('the front page opens under its content security policy and shows what the server says', () =>
  withPage(async (page) => {
    await page.getByRole('heading', { name: 'Internal Portal' }).waitFor();
    expect(await page.getByText('studio.example').textContent()).toContain('Google');
  }));

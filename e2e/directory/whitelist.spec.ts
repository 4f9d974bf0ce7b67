import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newEmail } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import {
  DIRECTORY_CALL,
  DIRECTORY_PAGE,
  findRow,
  GENERIC_FAILURE,
  search,
  toast,
} from '../support/directory.ts';
import { answerWith, hold } from '../support/routes.ts';

const asAdmin = { as: 'admin', path: DIRECTORY_PAGE } as const;
const WHITELIST_CALL = '/api/admin/user-directory/whitelist';

const field = (page: Page) => page.getByRole('textbox', { name: 'Email to whitelist' });
const recordBodies = (page: Page, bodies: unknown[]) =>
  page.on('request', (request) => {
    if (request.url().endsWith(WHITELIST_CALL)) bodies.push(request.postDataJSON());
  });

/** The next case needs a toast of its own. */
async function closeToast(page: Page): Promise<void> {
  const shown = toast(page, GENERIC_FAILURE);
  await shown.getByRole('button', { name: 'Close' }).click();
  await shown.waitFor({ state: 'detached' });
}

test('Enter adds the trimmed, lowercase email; invalid ones send nothing [P2.29, P5.4, P5.5, P5.6, P6.5, P7.3, P7.9, P8.10, P8.14]', () => {
  const bodies: unknown[] = [];
  return withPage(
    async (page) => {
      await findRow(page, 'admin@studio.example').waitFor();
      for (const typed of ['', '   ', 'no-at-sign']) {
        await field(page).fill(typed);
        await page.getByRole('button', { name: 'Add', exact: true }).click();
        await toast(page, GENERIC_FAILURE).waitFor();
        expect(bodies, typed).toEqual([]);
        await closeToast(page);
      }

      const email = newEmail('elsewhere.example');
      const readAgain = page.waitForRequest(`**${DIRECTORY_CALL}`);
      await field(page).fill(`  ${email.toUpperCase()} `);
      await field(page).press('Enter');
      await toast(page, 'Email added to whitelist successfully').waitFor();
      await readAgain;
      expect(bodies).toEqual([{ email }]);
      expect(await field(page).inputValue()).toBe('');
      await search(page, email);
      await findRow(page, email).getByText('Allowed · not signed in yet').waitFor();
    },
    { ...asAdmin, arrange: async (page) => recordBodies(page, bodies) },
  );
});

test('rolls back an email the server rejects, and shows a toast and the reason [P5.4, P7.20, P8.10]', () => {
  const whitelist = hold(WHITELIST_CALL);
  const bodies: unknown[] = [];
  return withPage(
    async (page) => {
      await findRow(page, 'admin@studio.example').waitFor();
      const email = newEmail('elsewhere.example');
      await search(page, email);
      await field(page).fill(email);
      await field(page).press('Enter');
      await findRow(page, email).waitFor();
      whitelist.release();
      await toast(page, GENERIC_FAILURE).waitFor();
      await findRow(page, email).waitFor({ state: 'detached' });
      expect(await field(page).inputValue()).toBe(email);
      expect(bodies).toHaveLength(1);

      for (const typed of ['two words@x.example', 'a@b@c', '@']) {
        const message = `“${typed}” is not an email address.`;
        const error = { error: 'No.', code: 'bad-request', details: [{ path: 'email', message }] };
        await answerWith(page, WHITELIST_CALL, { status: 400, json: { ...error, requestId: 'r' } });
        await closeToast(page);
        await field(page).fill(typed);
        await field(page).press('Enter');
        await toast(page, GENERIC_FAILURE).waitFor();
        await page.getByText(message, { exact: true }).waitFor();
        expect(bodies.at(-1)).toEqual({ email: typed });
        expect(await field(page).inputValue()).toBe(typed);
      }
      expect(bodies).toHaveLength(4);
    },
    {
      ...asAdmin,
      arrange: async (page) => {
        recordBodies(page, bodies);
        await answerWith(page, WHITELIST_CALL, { status: 500 });
        await whitelist.arrange(page);
      },
      expectedErrors: [/500/, /400/],
    },
  );
});

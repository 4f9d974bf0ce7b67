import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newEmail } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import {
  answerWithUsers,
  chooseOption,
  createUser,
  DIRECTORY_CALL,
  DIRECTORY_PAGE,
  findRow,
  findUsers,
  GENERIC_FAILURE,
  search,
  toast,
} from '../support/directory.ts';
import { eventually } from '../support/generator-page.ts';
import { hasFocus, tabTo } from '../support/keyboard.ts';
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
      await findRow(page, email).getByText('Whitelisted · not signed in yet').waitFor();
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

test('Allow whitelists a row’s email at once, and rolls back what the server rejects [P6.5, P8.10]', () => {
  const stray = createUser({ email: 'Stray@elsewhere.example', isWhitelisted: false });
  const other = createUser({ isWhitelisted: false });
  const whitelist = hold(WHITELIST_CALL);
  const bodies: unknown[] = [];
  return withPage(
    async (page) => {
      const row = findRow(page, stray.email);
      const allow = page.getByRole('button', { name: `Allow ${stray.email}` });
      await tabTo(page, allow);
      await page.keyboard.press('Enter');
      await row.getByText('Allowed', { exact: true }).waitFor();
      expect(await allow.count()).toBe(0);
      // The focus does not get lost with the button.
      await eventually(() => hasFocus(findUsers(page).locator('..'))).toBe(true);
      whitelist.release();
      await toast(page, GENERIC_FAILURE).waitFor();
      await row.getByText('Not allowed', { exact: true }).waitFor();
      expect(bodies).toEqual([{ email: stray.email }]);

      await answerWith(page, WHITELIST_CALL, { json: { success: true } });
      await answerWithUsers(page, [{ ...stray, isWhitelisted: true }, other]);
      await chooseOption(page, 'Status', 'Not allowed');
      await allow.click();
      await toast(page, 'Email added to whitelist successfully').waitFor();
      await row.waitFor({ state: 'detached' });
      await findRow(page, other.email).waitFor();
    },
    {
      ...asAdmin,
      arrange: async (page) => {
        recordBodies(page, bodies);
        await answerWithUsers(page, [stray, other]);
        await answerWith(page, WHITELIST_CALL, { status: 500 });
        await whitelist.arrange(page);
      },
      expectedErrors: [/500/],
    },
  );
});

test('Invite whitelists an email and offers an invitation to copy or mail', () => {
  const waiting = createUser({ email: 'waiting@elsewhere.example', source: 'whitelist-only' });
  const bodies: unknown[] = [];
  return withPage(
    async (page) => {
      await findRow(page, waiting.email).waitFor();
      const invite = page.getByRole('form', { name: 'Whitelist' }).getByRole('button', { name: 'Invite' });
      await invite.click();
      await toast(page, GENERIC_FAILURE).waitFor();
      expect(bodies).toEqual([]);
      await closeToast(page);

      await field(page).fill(' Guest@elsewhere.example');
      await invite.click();
      const dialog = page.getByRole('dialog', { name: 'Invite guest@elsewhere.example' });
      const text = dialog.getByRole('textbox', { name: 'Invitation' });
      const words = await text.inputValue();
      expect(words).toContain('your Google account guest@elsewhere.example');
      expect(words.split('\n').at(-1)).toBe(new URL('/', page.url()).href);
      expect(bodies).toEqual([{ email: 'guest@elsewhere.example' }]);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await text.fill(`${words}\nBye`);
      const mail = await dialog.getByRole('link', { name: 'Open in mail app' }).getAttribute('href');
      expect(mail).toMatch(/^mailto:guest%40elsewhere\.example\?subject=Invitation%20to%20.*%0D%0ABye$/);
      await dialog.getByRole('button', { name: 'Copy invitation' }).click();
      await dialog.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${words}\nBye`);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });

      // Who is on the whitelist already needs no second call.
      await page.getByRole('button', { name: `Invite ${waiting.email}` }).click();
      await page.getByRole('dialog', { name: `Invite ${waiting.email}` }).waitFor();
      expect(bodies).toHaveLength(1);
    },
    {
      ...asAdmin,
      arrange: async (page) => {
        recordBodies(page, bodies);
        await answerWithUsers(page, [waiting]);
        await answerWith(page, WHITELIST_CALL, { json: { success: true } });
      },
    },
  );
});

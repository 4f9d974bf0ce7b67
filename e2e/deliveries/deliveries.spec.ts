/** From the Library to an agency, and the log of it. */
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, signInAdmin, type Account } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { readInbox, resetAgencies, setAgencyFaults, writePhotographs } from '../support/deliveries.ts';
import { findViolations } from '../support/find-violations.ts';
import { PHONE } from '../support/launch-browser.ts';
import { setLatency } from '../support/sandbox.ts';

let artist: Account;
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
  await writePhotographs(artist, 2);
});
afterEach(() => resetAgencies());

const findDialog = (page: Page) => page.getByRole('dialog', { name: 'Export for agency' });

async function openExport(page: Page) {
  const pictures = page.getByRole('group', { name: 'Pictures' }).locator('button[aria-pressed]');
  await pictures.first().waitFor();
  await pictures.first().focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page
    .getByRole('toolbar', { name: 'Selected pictures' })
    .getByRole('button', { name: 'Export for agency…' })
    .click();
  await findDialog(page).getByRole('radio', { name: 'Adobe Stock', exact: false }).check({ force: true });
  await findDialog(page).getByText('2 of 2 pictures are ready for Adobe Stock.').waitFor();
}

test('sends pictures to an agency, shows what was sent, and warns before a repeat', () =>
  withPage(
    async (page) => {
      await openExport(page);
      await findDialog(page).getByRole('button', { name: 'Send to agency' }).click();
      const question = page.getByRole('dialog', { name: 'Send 2 pictures to Adobe Stock?' });
      await question.getByText('They are uploaded to 127.0.0.1 by SFTP.').waitFor();
      await question.getByRole('button', { name: 'Send', exact: true }).click();
      const card = page.getByRole('listitem', { name: 'Adobe Stock' });
      await card.getByText('2 of 2 files sent').waitFor({ timeout: 30_000 });
      expect(new URL(page.url()).pathname).toBe('/deliveries');
      await card.getByRole('button', { name: 'Show files' }).click();
      const files = page.getByRole('list', { name: 'Files for Adobe Stock' }).getByRole('listitem');
      await expect.poll(() => files.count(), { timeout: 10_000 }).toBe(2);
      expect(await findViolations(page)).toEqual([]);
      expect((await readInbox('sftp')).arrivals).toHaveLength(2);

      await page.goto(new URL('/library', page.url()).href);
      await openExport(page);
      await findDialog(page).getByRole('button', { name: 'Send to agency' }).click();
      await question.getByRole('button', { name: 'Send', exact: true }).click();
      const warning = page.getByRole('dialog', { name: 'Send again?' });
      await warning.getByText('2 pictures were sent to this agency before.').waitFor();
      await warning.getByRole('button', { name: 'Cancel' }).click();
      expect((await readInbox('sftp')).arrivals).toHaveLength(2);
    },
    { path: '/library', as: artist, expectedErrors: [/409/] },
  ));

test('shows why a delivery was stopped, on a phone', () =>
  withPage(
    async (page) => {
      await setAgencyFaults('ftps', { password: 'another' });
      await openExport(page);
      await findDialog(page)
        .getByRole('radio', { name: 'Shutterstock', exact: false })
        .check({ force: true });
      await findDialog(page).getByText('ready for Shutterstock').waitFor();
      await findDialog(page).getByRole('button', { name: 'Send to agency' }).click();
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      const card = page.getByRole('listitem', { name: 'Shutterstock' });
      await card.getByText('does not accept the user name or password').waitFor({ timeout: 30_000 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
      expect(await findViolations(page)).toEqual([]);
      await resetAgencies();
      await card.getByRole('button', { name: 'Retry failed' }).click();
      await card.getByText('2 of 2 files sent').waitFor({ timeout: 30_000 });
    },
    { path: '/library', as: artist, viewport: PHONE, colorScheme: 'dark' },
  ));

test('checks the connection to an agency for admins only', async () => {
  const check = (page: Page) => page.getByRole('button', { name: 'Check connection to Adobe Stock' });
  await withPage(
    async (page) => {
      await check(page).click();
      await page.getByText('Logged in at 127.0.0.1.').waitFor();
      await setAgencyFaults('sftp', { password: 'another' });
      await check(page).click();
      await page.getByText('The agency does not accept the user name or password.').waitFor();
    },
    { path: '/deliveries', as: await signInAdmin() },
  );
  await withPage(
    async (page) => {
      await page
        .getByRole('heading', { name: 'No deliveries yet' })
        .or(page.getByText('No deliveries yet'))
        .waitFor();
      expect(await check(page).count()).toBe(0);
    },
    { path: '/deliveries', as: await signIn(newEmail()) },
  );
});

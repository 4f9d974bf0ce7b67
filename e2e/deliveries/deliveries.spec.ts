/** From the Library to an agency, and the log of it. */
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { readInbox, resetAgencies, setAgencyFaults, writePhotographs } from '../support/deliveries.ts';
import { findViolations } from '../support/find-violations.ts';
import { DESKTOP, PHONE } from '../support/launch-browser.ts';
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

test('a delivery is stopped by a wrong password, sent again, and shown with its files', () =>
  withPage(
    async (page) => {
      await setAgencyFaults('ftps', { password: 'another' });
      await openExport(page);
      await findDialog(page)
        .getByRole('radio', { name: 'Shutterstock', exact: false })
        .check({ force: true });
      await findDialog(page).getByText('ready for Shutterstock').waitFor();
      await findDialog(page).getByRole('button', { name: 'Send to agency' }).click();
      const question = page.getByRole('dialog', { name: 'Send 2 pictures to Shutterstock?' });
      await question.getByText('They are uploaded to 127.0.0.1 by FTPS.').waitFor();
      await question.getByRole('button', { name: 'Send', exact: true }).click();
      const card = page.getByRole('listitem', { name: 'Shutterstock' });
      await card.getByText('does not accept the user name or password').waitFor();
      expect(new URL(page.url()).pathname).toBe('/deliveries');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
      expect(await findViolations(page)).toEqual([]);
      await resetAgencies();
      await card.getByRole('button', { name: 'Retry failed' }).click();
      await card.getByText('2 of 2 files sent').waitFor();
      expect((await readInbox('ftps')).arrivals).toHaveLength(2);

      await card.getByRole('button', { name: 'Show files' }).click();
      const files = page.getByRole('list', { name: 'Files for Shutterstock' }).getByRole('listitem');
      await expect.poll(() => files.count()).toBe(2);
      await page.setViewportSize(DESKTOP);
      await page.emulateMedia({ colorScheme: 'light' });
      expect(await findViolations(page)).toEqual([]);
    },
    { path: '/library', as: artist, viewport: PHONE, colorScheme: 'dark' },
  ));

/** What the admin of the whole day does, with clicks only. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { API_PAGE, findCheck } from '../api-management/api-management-page.ts';
import type { Account } from '../support/accounts.ts';
import { findAlert, sweepAndListAlerts } from '../support/alerts.ts';
import { DIRECTORY_PAGE, findRow, search, toast } from '../support/directory.ts';
import { eventually } from '../support/generator-page.ts';
import { navigate } from '../support/navigate.ts';
import { setVisibility } from '../support/page-clock.ts';

const NO_KEY = 'No usable key for xAI';

export async function signInByPage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'admin@studio.example' }).click();
  await page.getByRole('heading', { name: 'Welcome to the product' }).waitFor();
}

async function openRow(page: Page, { email }: Account) {
  await navigate(page, DIRECTORY_PAGE);
  await search(page, email);
  const row = findRow(page, email);
  await row.waitFor();
  return row;
}

export async function setLimit(page: Page, account: Account, dollars: string): Promise<void> {
  const row = await openRow(page, account);
  const button = row.getByRole('button', { name: `Monthly limit of ${account.email}` });
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Monthly limit' });
  await dialog.getByRole('radio', { name: 'Limit', exact: true }).check({ force: true });
  await dialog.getByLabel('Dollars per month').fill(dollars);
  await dialog.getByRole('button', { name: 'Save limit' }).click();
  await toast(page, 'Limit saved').waitFor();
}

/** As if the minute between two refreshes of the page were over. */
async function showAlerts(page: Page, isRaised: boolean): Promise<void> {
  const hasAlert = async () => (await sweepAndListAlerts()).some(({ title }) => title === NO_KEY);
  await eventually(hasAlert).toBe(isRaised);
  await setVisibility(page, 'visible');
  await eventually(() => findAlert(page, NO_KEY).count()).toBe(isRaised ? 1 : 0);
}

/** Sees that a provider rejects all keys, and checks them once it has recovered. */
export async function watchOutage(page: Page, recover: () => Promise<unknown>): Promise<void> {
  await showAlerts(page, true);
  await recover();
  await navigate(page, API_PAGE);
  await findCheck(page, 'xai').click();
  await toast(page, 'xAI keys checked').waitFor();
  await showAlerts(page, false);
}

export async function revoke(page: Page, account: Account): Promise<void> {
  const row = await openRow(page, account);
  await page.getByRole('button', { name: `Revoke ${account.email}` }).click();
  await page
    .getByRole('dialog', { name: 'Revoke access?' })
    .getByRole('button', { name: 'Revoke access' })
    .click();
  await toast(page, 'User access revoked successfully').waitFor();
  await row.waitFor({ state: 'detached' });
  expect(await row.count()).toBe(0);
}

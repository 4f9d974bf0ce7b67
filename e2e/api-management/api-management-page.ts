/** Page object of API Management. */
import { getApiStatus } from '@portal/contracts/api-status';
import { listRunningBatches } from '@portal/contracts/running-batches';
import type { Locator, Page } from 'playwright-core';
import type { ProviderName } from '../support/generator.ts';
import { createSpend, type Status } from '@portal/contracts/examples/api-status';
import { answerWith } from '../support/routes.ts';

export const API_PAGE = '/admin/api';
export const SPEND_PAGE = '/admin/spend';
export const STATUS_CALL = getApiStatus.path;
/** Matches any month. */
export const SPEND_CALL = '/api/admin/spend/*';
export const PROVIDER_TITLES: Record<ProviderName, string> = {
  openai: 'OpenAI',
  google: 'Google',
  stability: 'Stability AI',
  xai: 'xAI',
};

export const findKeys = (page: Page, provider: ProviderName): Locator =>
  page
    .getByRole('region', { name: 'API keys' })
    .getByRole('region', { name: `${PROVIDER_TITLES[provider]} keys` });
export const findKeyDetails = (page: Page, provider: ProviderName): Locator =>
  findKeys(page, provider).getByRole('button', { name: `Details of ${PROVIDER_TITLES[provider]} keys` });
export const findCheck = (page: Page, provider: ProviderName): Locator =>
  page.getByRole('button', { name: `Check keys for ${PROVIDER_TITLES[provider]}` });
export const findRegion = (page: Page, name: string): Locator =>
  page.getByRole('region', { name, exact: true });
export const findSpend = (page: Page): Locator => findRegion(page, 'Spend');

/** Labels and values of a description list. */
export async function readFacts(region: Locator): Promise<Record<string, string>> {
  const [names, values] = await Promise.all([
    region.locator('dt').allInnerTexts(),
    region.locator('dt + dd').allInnerTexts(),
  ]);
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
}

/** The cells of each table row, except for notes. */
export async function readTable(region: Locator): Promise<string[][]> {
  const rows = await region.locator('tbody tr:not([data-note])').all();
  return Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
}

/** Mocks the status, the same spend for every month, and no running batches. */
export async function answerWithStatus(page: Page, data: Status, spend = createSpend()): Promise<void> {
  await answerWith(page, STATUS_CALL, { json: { data } });
  await answerWith(page, listRunningBatches.path, { json: { batches: [], hasMore: false } });
  await page.route(SPEND_CALL, (route) =>
    route.fulfill({ json: { ...spend, month: route.request().url().slice(-spend.month.length) } }),
  );
}

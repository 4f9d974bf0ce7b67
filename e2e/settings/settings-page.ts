/** Page object of the Settings page. */
import type { SettingsProblem } from '@portal/contracts/studio-settings';
import type { Locator, Page } from 'playwright-core';

export const SETTINGS_PAGE = '/admin/settings';
export const SETTINGS_CALL = '/api/admin/settings';

export type SectionTitle = 'Budget' | 'Limit per person' | 'Tools' | 'Own profile' | 'Prices' | 'Models';

export const findSection = (page: Page, title: SectionTitle): Locator =>
  page.getByRole('region', { name: title, exact: true });
export const findSave = (page: Page, title: SectionTitle): Locator =>
  page.getByRole('button', { name: `Save ${title.toLowerCase()}` });
export const findBanner = (page: Page): Locator => page.getByRole('region', { name: 'Settings problems' });

/** Selects a radio button by the name of its setting. */
export const choose = (page: Page, setting: string, value: string): Promise<void> =>
  page
    .getByRole('radiogroup', { name: setting })
    .getByRole('radio', { name: value, exact: true })
    .check({ force: true });

export const findPrice = (page: Page, number: number): Locator =>
  findSection(page, 'Prices').getByRole('group', { name: new RegExp(`^Price ${number}:`) });

/** Opens a model's fields. */
export async function openModel(page: Page, name: string): Promise<Locator> {
  const row = findSection(page, 'Models')
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) });
  await row.locator('summary').click();
  return row;
}

export const createProblem = (overrides: Partial<SettingsProblem> = {}): SettingsProblem => ({
  document: 'budget',
  field: 'monthlyDollars',
  message: 'Enter an amount from $0 to $1,000,000',
  fallback: 'last-good',
  value: '500',
  ...overrides,
});

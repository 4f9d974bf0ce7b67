/** Tests of the rename control, on a batch named 'As it was'. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually, findCard } from './generator-page.ts';

/** Mocks a history of one batch that records every new name. */
export const serveNames =
  (listCall: string, nameCall: string, batch: { name: string }, sent: unknown[]) => async (page: Page) => {
    let { name } = batch;
    const describe = () => ({ ...batch, name, results: [] });
    await page.route(listCall, (route) => route.fulfill({ json: { batches: [describe()] } }));
    await page.route(nameCall, (route) => {
      if (route.request().method() === 'GET') return route.fallback();
      sent.push(route.request().postDataJSON());
      ({ name } = route.request().postDataJSON());
      return route.fulfill({ json: { success: true, batch: describe() } });
    });
  };

/** Tries every way to save or cancel a new name; `sent` holds what the server received. */
export async function editName(page: Page, batchId: string, sent: readonly unknown[]): Promise<void> {
  const card = findCard(page, batchId);
  const field = card.getByRole('textbox', { name: 'Batch name' });
  const edit = async (name: string) => {
    await card.getByRole('button', { name: 'Rename', exact: true }).click();
    await field.fill(name);
  };
  const isCalled = async (name: string) => {
    await card.getByRole('heading', { name, exact: true }).waitFor();
    expect(await field.count()).toBe(0);
  };
  for (const name of ['', '   ']) {
    await edit(name);
    await page.keyboard.press('Enter');
    await isCalled('As it was');
  }
  await edit('Another');
  await page.keyboard.press('Escape');
  await isCalled('As it was');
  await edit('Another');
  await card.getByRole('button', { name: 'Cancel', exact: true }).click();
  await isCalled('As it was');
  expect(sent).toEqual([]);
  await edit('By Enter');
  await page.keyboard.press('Enter');
  await isCalled('By Enter');
  await edit('By Save');
  await card.getByRole('button', { name: 'Save', exact: true }).click();
  await isCalled('By Save');
  await eventually(() => sent).toEqual([{ name: 'By Enter' }, { name: 'By Save' }]);
}

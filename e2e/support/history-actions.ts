/** The actions that the histories of all tools share. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually, findHistory, waitForText } from './generator-page.ts';
import { release } from './sandbox.ts';

const isEmpty = (page: Page) =>
  findHistory(page).getByText('No batch history yet', { exact: true }).waitFor();

export async function renameTo(card: Locator, name: string): Promise<void> {
  await card.getByRole('button', { name: 'Rename' }).click();
  await card.getByRole('textbox', { name: 'Batch name' }).fill(name);
  await card.getByRole('button', { name: 'Save' }).click();
  await card.getByRole('heading', { name, exact: true }).waitFor();
}

/** Renames a batch whose calls are held, and releases them, until it is done and shows so many thumbnails. */
export async function renameAndFinish(card: Locator, name: string, thumbnails: number): Promise<void> {
  await renameTo(card, name);
  await release();
  await waitForText(card, 'Done');
  await eventually(() => card.locator('img').count()).toBe(thumbnails);
}

/** Waits for the server, too: the page shows the batch as cancelled before that. */
export async function cancelBatch(page: Page, card: Locator): Promise<void> {
  const response = page.waitForResponse((candidate) => candidate.url().endsWith('/cancel'));
  await card.getByRole('button', { name: 'Cancel', exact: true }).click();
  expect((await response).status()).toBe(200);
}

/** Answers the question that `open` brings up. */
export async function deleteBatch(page: Page, card: Locator, open: () => Promise<unknown>): Promise<void> {
  await open();
  const dialog = page.getByRole('dialog', { name: 'Delete Batch' });
  await dialog
    .getByText('Are you sure you want to delete this batch? This action cannot be undone.', { exact: true })
    .waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.waitFor({ state: 'detached' });
  await card.waitFor({ state: 'detached' });
}

export async function clearHistory(page: Page): Promise<void> {
  const clear = findHistory(page).getByRole('button', { name: 'Clear History' });
  await clear.click();
  const dialog = page.getByRole('dialog', { name: 'Clear History' });
  await dialog
    .getByText('Are you sure you want to clear the batch history? This action cannot be undone.', {
      exact: true,
    })
    .waitFor();
  expect((await dialog.getByRole('button').allInnerTexts()).filter(Boolean).toSorted()).toEqual([
    'Cancel',
    'Clear History',
  ]);
  const cleared = page.waitForResponse(
    (answer) => answer.request().method() === 'DELETE' && answer.url().endsWith('/batches'),
  );
  await dialog.getByRole('button', { name: 'Clear History' }).click();
  await isEmpty(page);
  expect((await cleared).status()).toBe(204);
  expect(await clear.count()).toBe(0);
}

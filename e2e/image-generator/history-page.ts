import type { GenerationBatch } from '@portal/contracts/image-generator';
import type { Page } from 'playwright-core';
import { answerWithBatches, findCard } from '../support/generator-page.ts';
import { setVisibility } from '../support/polled-history.ts';

/** Replaces the history of an open page. */
export async function showBatches(page: Page, ...batches: GenerationBatch[]): Promise<void> {
  await answerWithBatches(page, batches);
  await setVisibility(page, 'visible');
}

/** The texts of a card's buttons, without its images. */
export const readButtons = async (page: Page, id: string): Promise<string[]> =>
  (await findCard(page, id).getByRole('button').allTextContents()).filter((text) => text !== '');

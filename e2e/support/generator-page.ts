/** Page object of the Bulk Image Generator. */
import { BatchStartedSchema } from '@portal/contracts/batches';
import type { GenerationBatch } from '@portal/contracts/image-generator';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { answerWithList } from './routes.ts';

export const GENERATOR_PAGE = '/tools/bulk-image-generator';
export const GENERATE_CALL = '/api/image-generator/generate';
export const BATCHES_CALL = '/api/image-generator/batches';

export const findGroup = (page: Page, field: string): Locator =>
  page.getByRole('radiogroup', { name: field, exact: true });
export const findChoice = (page: Page, field: string, option: string): Locator =>
  findGroup(page, field).getByRole('radio', { name: option, exact: true });
export const choose = (page: Page, field: string, option: string) => findChoice(page, field, option).check();

export const findForm = (page: Page): Locator => page.getByRole('form', { name: 'Generate Images' });
export const findPrompt = (page: Page): Locator => page.getByRole('textbox', { name: 'Prompt', exact: true });
export const findQuantity = (page: Page): Locator => page.getByRole('textbox', { name: 'Number of images' });
export const findSubmit = (page: Page): Locator =>
  page.getByRole('button', { name: /^(Generate \d+ images?|Starting…)/ });

/** The selected provider and the values of its fields, by name. */
export const readChosen = (page: Page): Promise<Record<string, string>> =>
  findForm(page)
    .locator('input[type=radio]:checked:not([name=ready])')
    .evaluateAll((inputs) =>
      Object.fromEntries(
        inputs.flatMap((input) => (input instanceof HTMLInputElement ? [[input.name, input.value]] : [])),
      ),
    );

/** Clicks the button and returns the id of the new batch. */
export async function submit(page: Page): Promise<string> {
  const [answer] = await Promise.all([page.waitForResponse(`**${GENERATE_CALL}`), findSubmit(page).click()]);
  return BatchStartedSchema.parse(await answer.json()).batchId;
}

export const findHistory = (page: Page): Locator => page.getByRole('region', { name: 'History' });
export const findCard = (page: Page, batchId: string): Locator => page.locator(`#batch-${batchId}`);

/** The accessible names of a batch's actions, except for images and failures. */
export async function readActions(page: Page, batchId: string): Promise<string[]> {
  const actions = findCard(page, batchId).locator('button:not([tabindex="-1"]), a');
  const names = await actions.evaluateAll((all) => all.map((each) => each.ariaLabel ?? each.textContent));
  return names.filter((name) => !/^(Rename|\d+ failed)$/.test(name));
}

/** Generous, because the first workers of a queue have to start. */
export const waitForText = (batch: Locator, text: string): Promise<void> =>
  batch.getByText(text, { exact: true }).waitFor();

export const openOptions = (page: Page) => page.getByRole('button', { name: 'More options' }).click();

/** Selects an item of the 'More actions' menu. */
export async function chooseAction(page: Page, card: Locator, action: string): Promise<void> {
  await card.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

let batches = 0;
export function createBatch(overrides: Partial<GenerationBatch> = {}): GenerationBatch {
  batches += 1;
  return {
    id: `batch-${batches}`,
    status: 'completed',
    createdAt: '2026-11-21T11:00:00.000Z',
    expiresAt: '2026-11-24T11:00:00.000Z',
    startedAt: '2026-11-21T11:00:02.000Z',
    endedAt: '2026-11-21T11:01:00.000Z',
    cancelledAt: null,
    failedCount: 0,
    uncertainCount: 0,
    cancelledCount: 0,
    failures: [],
    runningItems: [],
    cost: 0.5,
    estimate: 0.5,
    retryable: { failed: 0, uncertain: 0 },
    filesDeleted: false,
    customName: `Batch ${batches}`,
    prompt: 'A red fox in the snow',
    requestedCount: 1,
    completedCount: 1,
    provider: 'openai',
    model: 'gpt-image-1',
    generatedImages: [],
    thumbnailUrl: null,
    folderLink: null,
    ...overrides,
  };
}

/** Mocks the history. */
export const answerWithBatches = (page: Page, list: readonly GenerationBatch[]) =>
  answerWithList(page, BATCHES_CALL, list);

/** Polls for as long as Playwright would. A test of several cases names the one that failed. */
export const eventually = <Value>(
  read: () => Value | Promise<Value>,
  message = '',
): ReturnType<typeof expect.poll<Value>> => expect.poll(read, { message });

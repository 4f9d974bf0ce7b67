import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import {
  choose,
  eventually,
  findPrompt,
  GENERATE_CALL,
  GENERATOR_PAGE,
  readChosen,
  submit,
} from '../support/generator-page.ts';
import { findViolations } from '../support/find-violations.ts';
import { hasFocus } from '../support/keyboard.ts';
import { answerWith } from '../support/routes.ts';

test('remembers settings, prompts and the draft on this device', () =>
  withPage(
    async (page) => {
      await answerWith(page, GENERATE_CALL, { status: 202, json: { success: true, batchId: 'started' } });
      await rememberSettings(page);
      await repeatPrompt(page);
      await deletePrompts(page);
      await openSecondTab(page);
    },
    { as: 'artist', path: GENERATOR_PAGE },
  ));

/** What was last used with a provider returns with it. */
async function rememberSettings(page: Page) {
  await findPrompt(page).fill('a red fox');
  await choose(page, 'Quality', 'High');
  await choose(page, 'Background', 'Opaque');
  await choose(page, 'Output format', 'JPEG');
  await submit(page);
  await choose(page, 'Provider', 'Grok');
  await findPrompt(page).fill('an owl at night');
  await submit(page);
  await choose(page, 'Provider', 'ChatGPT');
  expect(await readChosen(page)).toEqual({
    provider: 'openai',
    gptQuality: 'high',
    gptBackground: 'opaque',
    gptAspectRatio: '1:1',
    gptSize: '',
    gptOutputFormat: 'jpeg',
  });
}

const findPromptHistory = (page: Page) => page.getByRole('dialog', { name: 'Prompt history' });
const findPrompts = (page: Page) => findPromptHistory(page).getByRole('listitem');

/** By keyboard. The unsent prompt can be restored. */
async function repeatPrompt(page: Page) {
  await findPrompt(page).fill('not sent yet');
  await findPrompt(page).press('Alt+ArrowUp');
  await findPromptHistory(page).getByText('2 prompts on this device').waitFor();
  expect(await findPrompts(page).allInnerTexts()).toEqual(['an owl at night', 'a red fox']);
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.type('FOX');
  await findPromptHistory(page).getByText('1 prompt on this device').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await findPromptHistory(page).waitFor({ state: 'detached' });
  expect(await findPrompt(page).inputValue()).toBe('a red fox');
  await eventually(() => hasFocus(findPrompt(page))).toBe(true);
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await findPrompt(page).inputValue()).toBe('not sent yet');
}

async function deletePrompts(page: Page) {
  await page.getByRole('button', { name: 'Prompt history' }).click();
  await findPromptHistory(page).getByRole('button', { name: 'Delete “a red fox”' }).click();
  await eventually(() => findPrompts(page).allInnerTexts()).toEqual(['an owl at night']);
  await findPromptHistory(page).getByRole('button', { name: 'Clear all' }).click();
  await page
    .getByRole('dialog', { name: 'Clear prompt history' })
    .getByRole('button', { name: 'Clear all' })
    .click();
  await findPromptHistory(page)
    .getByText('Your last 50 prompts appear here. They stay on this device.')
    .waitFor();
  await page.keyboard.press('Escape');
  await findPromptHistory(page).waitFor({ state: 'detached' });
}

/** It starts with the draft, and does not change it. */
async function openSecondTab(page: Page) {
  const second = await page.context().newPage();
  await second.goto(GENERATOR_PAGE);
  await eventually(() => findPrompt(second).inputValue()).toBe('not sent yet');
  await findPrompt(second).fill('typed in the second tab');
  await second.close();
  await page.reload();
  await eventually(() => findPrompt(page).inputValue()).toBe('not sent yet');
}

/** What the form keeps on this device. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { chooseOption } from '../support/directory.ts';
import { findViolations } from '../support/find-violations.ts';
import {
  choose,
  eventually,
  findPrompt,
  GENERATE_CALL,
  GENERATOR_PAGE,
  readChosen,
  submit,
} from '../support/generator-page.ts';
import { hasFocus } from '../support/keyboard.ts';
import { answerWith } from '../support/routes.ts';

const findSeed = (page: Page) => page.getByRole('textbox', { name: 'Seed' });

test('keeps the form after a reload, and a draft for each tab [P2.4, D-settled-by-the-acceptance-test.10]', () =>
  withPage(
    async (page) => {
      await page.getByRole('heading', { name: 'Bulk Image Generator', level: 1 }).waitFor();
      await answerWith(page, GENERATE_CALL, { status: 202, json: { success: true, batchId: 'started' } });
      await repeatPrompt(page);
      await restoreForm(page);
      await openSecondTab(page);
    },
    { as: 'artist', path: GENERATOR_PAGE },
  ));

/** By keyboard. The focus returns to the prompt. */
async function repeatPrompt(page: Page) {
  await choose(page, 'Provider', 'Grok');
  await findPrompt(page).fill('an owl at night');
  await submit(page);
  await findPrompt(page).press('Alt+ArrowUp');
  const history = page.getByRole('dialog', { name: 'Prompt history' });
  await history.getByText('1 prompt on this device').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await history.waitFor({ state: 'detached' });
  await eventually(() => hasFocus(findPrompt(page))).toBe(true);
}

async function restoreForm(page: Page) {
  await choose(page, 'Provider', 'Stable Diffusion');
  await findPrompt(page).fill('a fox that stays');
  await chooseOption(page, 'Style preset', '3D model');
  await findSeed(page).fill('12');
  await page.reload();
  await eventually(() => findPrompt(page).inputValue()).toBe('a fox that stays');
  expect(await readChosen(page)).toEqual({ provider: 'stability' });
  expect(await page.getByRole('combobox', { name: 'Style preset' }).innerText()).toBe('3D model');
  expect(await findSeed(page).inputValue()).toBe('12');
}

/** It starts with the draft, and does not change it. */
async function openSecondTab(page: Page) {
  const second = await page.context().newPage();
  await second.goto(GENERATOR_PAGE);
  await eventually(() => findPrompt(second).inputValue()).toBe('a fox that stays');
  await findPrompt(second).fill('typed in the second tab');
  await second.close();
  await page.reload();
  await eventually(() => findPrompt(page).inputValue()).toBe('a fox that stays');
}

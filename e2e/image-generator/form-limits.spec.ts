import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { chooseOption } from '../support/directory.ts';
import {
  choose,
  eventually,
  findForm,
  findPrompt,
  findQuantity,
  findSubmit,
  GENERATOR_PAGE,
  readChosen,
} from '../support/generator-page.ts';

const findSlider = (page: Page, name: string) => page.getByRole('slider', { name });
const findSeed = (page: Page) => page.getByRole('textbox', { name: 'Seed' });

test('limits quantity, CFG and seed, and restores the form after a reload [T3.1.10, T5.1.5, T5.1.6, T5.1.7, T5.1.15, T5.1.16, T5.1.17, T5.2.16, T9.0.1, T9.0.3, T9.0.4, T9.0.6, D-uploads.10]', () =>
  withPage(
    async (page) => {
      await changeQuantity(page);
      await choose(page, 'Provider', 'Stable Diffusion');
      await changeCfgScale(page);
      await changeSeed(page);
      await restoreForm(page);
    },
    { as: 'artist', path: GENERATOR_PAGE },
  ));

/** Whole numbers from 1 to 100, by slider and by input. */
async function changeQuantity(page: Page) {
  const slider = findSlider(page, 'Quantity');
  const number = findQuantity(page);
  await slider.press('End');
  expect(await number.inputValue()).toBe('100');
  expect(await findSubmit(page).innerText()).toMatch(/^Generate 100 images\b/);
  await slider.press('ArrowRight');
  expect(await number.inputValue()).toBe('100');
  await slider.press('ArrowLeft');
  expect(await number.inputValue()).toBe('99');
  await slider.press('Home');
  expect(await number.inputValue()).toBe('1');
  for (const [typed, kept] of [
    ['0', '1'],
    ['-3', '1'],
    ['101', '100'],
    ['2.6', '3'],
    ['42', '42'],
  ] as const) {
    await number.fill(typed);
    await number.blur();
    expect(await number.inputValue(), typed).toBe(kept);
    expect(await slider.inputValue(), typed).toBe(kept);
  }
  await number.fill('');
  await number.pressSequentially('1x7');
  expect(await number.inputValue()).toBe('17');
}

/** From 1 to 10, default 7, step 0.5. */
async function changeCfgScale(page: Page) {
  const slider = findSlider(page, 'CFG scale');
  expect(await slider.inputValue()).toBe('7');
  await slider.press('ArrowLeft');
  expect(await slider.inputValue()).toBe('6.5');
  await findForm(page).getByText('6.5', { exact: true }).waitFor();
  await slider.press('End');
  expect(await slider.inputValue()).toBe('10');
  await slider.press('Home');
  expect(await slider.inputValue()).toBe('1');
}

async function changeSeed(page: Page) {
  const seed = findSeed(page);
  for (const [typed, kept] of [
    ['4294967294', '4294967294'],
    ['4294967295', '4294967294'],
    ['0', '0'],
    ['-1', '0'],
    ['1.5', '0'],
    ['abc', '0'],
    ['007', '7'],
    ['', ''],
  ] as const) {
    await seed.fill(typed);
    expect(await seed.inputValue(), typed).toBe(kept);
  }
  const picked = new Set<number>();
  for (let count = 0; count < 5; count += 1) {
    await page.getByRole('button', { name: 'Random Seed' }).click();
    picked.add(Number(await seed.inputValue()));
  }
  expect(picked.size).toBeGreaterThan(1);
  for (const number of picked) {
    expect(Number.isInteger(number) && number >= 0 && number <= 4_294_967_294, String(number)).toBe(true);
  }
  expect(await findForm(page).locator('[aria-invalid=true]').count()).toBe(0);
}

async function restoreForm(page: Page) {
  await findPrompt(page).fill('a fox that stays');
  await chooseOption(page, 'Style preset', '3D model');
  await findSeed(page).fill('12');
  await page.reload();
  await eventually(() => findPrompt(page).inputValue()).toBe('a fox that stays');
  expect(await readChosen(page)).toEqual({ provider: 'stability' });
  expect(await page.getByRole('combobox', { name: 'Style preset' }).innerText()).toBe('3D model');
  expect(await findSeed(page).inputValue()).toBe('12');
}

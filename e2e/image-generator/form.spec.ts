import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { chooseOption } from '../support/directory.ts';
import {
  choose,
  eventually,
  findChoice,
  findForm,
  findGroup,
  findPrompt,
  findQuantity,
  findSubmit,
  GENERATE_CALL,
  GENERATOR_PAGE,
  submit,
} from '../support/generator-page.ts';
import { findViolations } from '../support/find-violations.ts';
import { STYLES } from '../support/generator.ts';
import { hasFocus } from '../support/keyboard.ts';
import { answerWith } from '../support/routes.ts';

const asArtist = { as: 'artist', path: GENERATOR_PAGE } as const;

/** The selected provider and the values of its fields, by name. */
const readChosen = (page: Page): Promise<Record<string, string>> =>
  findForm(page)
    .locator('input[type=radio]:checked:not([name=ready])')
    .evaluateAll((inputs) =>
      Object.fromEntries(
        inputs.flatMap((input) => (input instanceof HTMLInputElement ? [[input.name, input.value]] : [])),
      ),
    );

const readOffered = (page: Page, field: string): Promise<string[]> =>
  findGroup(page, field)
    .getByRole('radio')
    .evaluateAll((inputs) =>
      inputs.flatMap((input) => (input instanceof HTMLInputElement ? input.value : [])),
    );

const findSlider = (page: Page, name: string) => page.getByRole('slider', { name });
const findSeed = (page: Page) => page.getByRole('textbox', { name: 'Seed' });

/** Per provider or model. */
const OFFERED: [string, Record<string, string[]>][] = [
  [
    'ChatGPT',
    {
      Provider: ['openai', 'google', 'stability', 'xai'],
      Quality: ['low', 'medium', 'high'],
      Background: ['transparent', 'opaque'],
      'Aspect ratio': ['1:1', '2:3', '3:2'],
      Size: ['', '2K', '4K'],
      'Output format': ['png', 'jpeg'],
    },
  ],
  [
    'Imagen 3',
    {
      Model: ['imagen3', 'imagen4'],
      'Person generation': ['dont_allow', 'allow_adult', 'allow_all'],
      'Aspect ratio': ['1:1', '3:4', '4:3', '9:16', '16:9'],
      Size: ['', '2K', '4K'],
    },
  ],
  [
    'Imagen 4',
    {
      Model: ['imagen3', 'imagen4'],
      Version: ['standard', 'ultra'],
      'Person generation': ['dont_allow', 'allow_adult', 'allow_all'],
      'Aspect ratio': ['1:1', '3:4', '4:3', '9:16', '16:9'],
      Size: ['', '2K', '4K'],
    },
  ],
  [
    'Stable Diffusion',
    {
      Version: ['medium', 'large'],
      'Aspect ratio': ['1:1', '9:16', '16:9'],
      'Output format': ['png', 'jpeg'],
    },
  ],
  ['Grok', { Size: ['', '2K'] }],
];

/** Fields with one value, which is text: there is nothing to choose. */
const FIXED: Record<string, Record<string, string>> = {
  'Imagen 3': { 'Output format': 'PNG' },
  'Imagen 4': { 'Output format': 'PNG' },
  Grok: { 'Aspect ratio': '1:1', 'Output format': 'JPEG' },
};

test("shows the defaults, and each provider's own fields and allowed values [P2.4, T2.1.1, T2.1.2, T3.1.9, T4.3.1, T4.3.2, T4.3.3, T4.3.4, T4.3.5, T4.3.6, T4.3.7, T4.3.8, T5.1.9, T5.2.2, T5.2.3, T5.2.4, T5.2.5, T5.2.6, T5.2.7, T5.2.8, T5.2.9, T5.2.10, T5.2.11, T5.2.12, T5.2.13, T5.2.14, T5.2.15, T5.2.17]", () =>
  withPage(async (page) => {
    await checkDefaults(page);
    await changeProviders(page);
    await checkOffered(page);
    await forcePng(page);
  }, asArtist));

test('limits quantity, CFG and seed, and restores the form after a reload [T3.1.10, T5.1.5, T5.1.6, T5.1.7, T5.1.15, T5.1.16, T5.1.17, T5.2.16, T9.0.1, T9.0.3, T9.0.4, T9.0.6, D-uploads.10]', () =>
  withPage(async (page) => {
    await changeQuantity(page);
    await choose(page, 'Provider', 'Stable Diffusion');
    await changeCfgScale(page);
    await changeSeed(page);
    await restoreForm(page);
  }, asArtist));

test('remembers settings, prompts and the draft on this device', () =>
  withPage(async (page) => {
    await answerWith(page, GENERATE_CALL, { status: 202, json: { success: true, batchId: 'started' } });
    await rememberSettings(page);
    await repeatPrompt(page);
    await deletePrompts(page);
    await openSecondTab(page);
  }, asArtist));

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

async function checkDefaults(page: Page) {
  await page.getByRole('heading', { name: 'Bulk Image Generator', level: 1 }).waitFor();
  await page.getByText('Generate multiple images at once', { exact: true }).waitFor();
  await page.getByRole('region', { name: 'Generate Images' }).and(page.locator('section')).waitFor();
  expect(await readChosen(page)).toEqual({ provider: 'openai', gptAspectRatio: '1:1', gptSize: '' });
  expect(await findPrompt(page).inputValue()).toBe('');
  expect(await findQuantity(page).inputValue()).toBe('1');
  expect(await findSubmit(page).innerText()).toMatch(/^Generate 1 image\b/);
  await choose(page, 'Provider', 'Stable Diffusion');
  expect(await page.getByRole('textbox', { name: 'Negative prompt' }).inputValue()).toBe('');
  await choose(page, 'Provider', 'ChatGPT');
}

/** A new provider resets all fields except prompt and quantity. */
async function changeProviders(page: Page) {
  await findPrompt(page).fill('a red fox');
  await findQuantity(page).fill('7');
  await choose(page, 'Quality', 'High');
  await choose(page, 'Background', 'Opaque');
  await choose(page, 'Output format', 'JPEG');

  await choose(page, 'Provider', 'Grok');
  expect(await readChosen(page)).toEqual({ provider: 'xai', grokSize: '' });
  await choose(page, 'Provider', 'Gemini');
  expect(await readChosen(page)).toEqual({ provider: 'google' });
  await choose(page, 'Model', 'Imagen 3');
  expect(await readChosen(page)).toEqual({
    provider: 'google',
    model: 'imagen3',
    imagenSize: '',
  });
  await choose(page, 'Model', 'Imagen 4');
  expect(await readChosen(page)).toEqual({
    provider: 'google',
    model: 'imagen4',
    imagen4Size: '',
  });
  await choose(page, 'Provider', 'ChatGPT');
  expect(await readChosen(page)).toEqual({ provider: 'openai', gptAspectRatio: '1:1', gptSize: '' });
  await choose(page, 'Provider', 'Gemini');
  expect(await readChosen(page)).toEqual({ provider: 'google' });

  expect(await findPrompt(page).inputValue()).toBe('a red fox');
  expect(await findQuantity(page).inputValue()).toBe('7');
}

async function checkOffered(page: Page) {
  for (const [name, fields] of OFFERED) {
    const isImagen = name.startsWith('Imagen');
    await choose(page, 'Provider', isImagen ? 'Gemini' : name);
    if (isImagen) await choose(page, 'Model', name);
    const labels = Object.keys(fields);
    const offered = await Promise.all(labels.map((label) => readOffered(page, label)));
    expect(offered, name).toEqual(Object.values(fields));
    for (const [label, text] of Object.entries(FIXED[name] ?? {}))
      await page.getByRole('group', { name: label, exact: true }).getByText(text, { exact: true }).waitFor();
    const groups = await findForm(page).getByRole('radiogroup').count();
    const ready = await findForm(page).getByRole('radiogroup', { name: 'Ready', exact: true }).count();
    expect(groups, name).toBe(labels.length + ready + ('Provider' in fields ? 0 : 1));
  }
  await choose(page, 'Provider', 'Stable Diffusion');
  await page.getByRole('combobox', { name: 'Style preset' }).click();
  const options = page.getByRole('option');
  await options.first().waitFor();
  expect(await options.evaluateAll((items) => items.map((item) => item.getAttribute('data-value')))).toEqual(
    STYLES,
  );
  await page.keyboard.press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
}

/** A transparent background needs PNG, and the form says so. */
async function forcePng(page: Page) {
  const reason = page.getByText('Transparent backgrounds are only supported with PNG format', {
    exact: true,
  });
  await choose(page, 'Provider', 'ChatGPT');
  await choose(page, 'Output format', 'JPEG');
  expect(await reason.isVisible()).toBe(false);
  await choose(page, 'Background', 'Transparent');
  expect(await findChoice(page, 'Output format', 'PNG').isChecked()).toBe(true);
  expect(await findChoice(page, 'Output format', 'JPEG').isDisabled()).toBe(true);
  await reason.waitFor();
  await choose(page, 'Background', 'Opaque');
  await choose(page, 'Output format', 'JPEG');
  expect(await reason.isVisible()).toBe(false);
}

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

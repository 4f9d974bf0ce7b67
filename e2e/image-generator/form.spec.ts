import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import {
  choose,
  findChoice,
  findForm,
  findGroup,
  findPrompt,
  findQuantity,
  findSubmit,
  GENERATOR_PAGE,
  readChosen,
} from '../support/generator-page.ts';
import { STYLES } from '../support/generator.ts';

const readOffered = (page: Page, field: string): Promise<string[]> =>
  findGroup(page, field)
    .getByRole('radio')
    .evaluateAll((inputs) =>
      inputs.flatMap((input) => (input instanceof HTMLInputElement ? input.value : [])),
    );

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
  withPage(
    async (page) => {
      await checkDefaults(page);
      await changeProviders(page);
      await checkOffered(page);
      await forcePng(page);
    },
    { as: 'artist', path: GENERATOR_PAGE },
  ));

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

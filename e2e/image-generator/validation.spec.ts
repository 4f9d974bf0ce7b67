import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { toast } from '../support/directory.ts';
import {
  choose,
  eventually,
  findForm,
  findPrompt,
  findSubmit,
  GENERATE_CALL,
  GENERATOR_PAGE,
} from '../support/generator-page.ts';
import { answerWith } from '../support/routes.ts';

const asArtist = { as: 'artist', path: GENERATOR_PAGE } as const;

/** The accessible descriptions of all invalid controls. */
const readErrors = (page: Page): Promise<string[]> =>
  findForm(page)
    .locator('[aria-invalid=true]:not([aria-hidden=true])')
    .evaluateAll((controls) =>
      controls.map((control) => {
        const message = document.getElementById(control.getAttribute('aria-describedby') ?? '');
        return message?.checkVisibility() ? message.innerText : '';
      }),
    );

const findFocused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: active } = document;
    return active?.getAttribute('name') ?? active?.getAttribute('role') ?? '';
  });

interface Case {
  /** Choices to make before the form is sent. */
  choices: [field: string, option: string][];
  prompt?: string;
  messages: string[];
  toast: string;
  /** The name or role of the focused element. */
  focus: string;
}

/** Cases that run in sequence on one form. */
const CASES: Record<string, Case> = {
  'ChatGPT, all empty': {
    choices: [],
    messages: [
      'Prompt cannot be empty',
      'Quality is required for GPT Image 1',
      'Background is required for GPT Image 1',
      'Output format is required for GPT Image 1',
    ],
    toast: 'Prompt, Quality, Background, and Output format',
    focus: 'prompt',
  },
  'a prompt of spaces': {
    choices: [
      ['Quality', 'Low'],
      ['Background', 'Opaque'],
      ['Output format', 'PNG'],
    ],
    prompt: '   ',
    messages: ['Prompt cannot be empty'],
    toast: 'Prompt cannot be empty',
    focus: 'prompt',
  },
  'a prompt of 1,001 characters': {
    choices: [['Provider', 'Grok']],
    prompt: 'a'.repeat(1001),
    messages: ['Prompt must be less than 1000 characters'],
    toast: 'Prompt must be less than 1000 characters',
    focus: 'prompt',
  },
  'Gemini without a model': {
    choices: [['Provider', 'Gemini']],
    prompt: 'a red fox',
    messages: ['Please select a model'],
    toast: 'Please select a model',
    focus: 'model',
  },
  'Imagen 3': {
    choices: [
      ['Provider', 'Gemini'],
      ['Model', 'Imagen 3'],
    ],
    prompt: 'a red fox',
    messages: ['Person generation is required for Imagen 3', 'Aspect ratio is required for Imagen 3'],
    toast: 'Person generation and Aspect ratio',
    focus: 'imagenPersonGeneration',
  },
  'Imagen 4': {
    choices: [
      ['Provider', 'Gemini'],
      ['Model', 'Imagen 4'],
    ],
    prompt: 'a red fox',
    messages: [
      'Version is required for Imagen 4',
      'Person generation is required for Imagen 4',
      'Aspect ratio is required for Imagen 4',
    ],
    toast: 'Version, Person generation, and Aspect ratio',
    focus: 'imagen4Version',
  },
  'Stable Diffusion': {
    choices: [['Provider', 'Stable Diffusion']],
    prompt: 'a red fox',
    messages: [
      'Please select a Stable Diffusion model version',
      'Style preset is required',
      'Aspect ratio is required',
      'Output format is required',
    ],
    toast: 'Version, Style preset, Aspect ratio, and Output format',
    focus: 'stabilityVersion',
  },
  'Stable Diffusion with a version but no style': {
    choices: [
      ['Provider', 'Stable Diffusion'],
      ['Version', 'Large'],
    ],
    prompt: 'a red fox',
    messages: ['Style preset is required', 'Aspect ratio is required', 'Output format is required'],
    toast: 'Style preset, Aspect ratio, and Output format',
    focus: 'combobox',
  },
};

test('shows, clears and focuses errors; accepts a 1,000 character prompt [T4.3.6, T5.1.1, T5.1.2, T5.1.3, T5.1.4, T5.1.8, T5.1.10, T5.1.11, T5.1.12, T5.1.13, T8.2.2, T9.0.2]', () => {
  let sent = 0;
  return withPage(
    async (page) => {
      for (const [name, { choices, prompt, messages, toast: description, focus }] of Object.entries(CASES)) {
        for (const [field, option] of choices) await choose(page, field, option);
        if (prompt !== undefined) await findPrompt(page).fill(prompt);
        await findSubmit(page).click();
        const missing = toast(page, 'Missing Required Fields');
        await missing.getByText(description, { exact: true }).waitFor();
        expect(await readErrors(page), name).toEqual(messages);
        await eventually(() => findFocused(page)).toBe(focus);
      }
      expect(sent).toBe(0);
      await page.unroute(`**${GENERATE_CALL}`);
      await clearErrors(page);
      await sendLongPrompt(page);
    },
    {
      ...asArtist,
      arrange: (page) =>
        page.route(`**${GENERATE_CALL}`, (route) => {
          sent += 1;
          return route.abort();
        }),
    },
  );
});

async function clearErrors(page: Page) {
  await choose(page, 'Provider', 'ChatGPT');
  expect(await readErrors(page)).toEqual([]);
  await findPrompt(page).fill('');
  await findSubmit(page).click();
  await eventually(() => readErrors(page)).toHaveLength(4);
  await choose(page, 'Quality', 'Low');
  await eventually(() => readErrors(page)).toHaveLength(3);
  await choose(page, 'Provider', 'Grok');
  expect(await readErrors(page)).toEqual([]);
}

async function sendLongPrompt(page: Page) {
  await answerWith(page, GENERATE_CALL, { status: 202, json: { success: true, batchId: 'one' } });
  const prompt = 'a'.repeat(1000);
  await findPrompt(page).fill(prompt);
  await findForm(page).getByText('1,000 / 1,000', { exact: true }).waitFor();
  const sent = page.waitForRequest(`**${GENERATE_CALL}`);
  await findSubmit(page).click();
  expect((await sent).postDataJSON()).toEqual({
    prompt,
    quantity: 1,
    provider: 'xai',
    model: 'grok-2-image',
    outputFormat: 'jpeg',
  });
}

import { GenerationRequestSchema } from '@portal/contracts/generation-request';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readToast } from '../../../client/toast/toast-store.ts';
import {
  choose,
  fill,
  findForm,
  findPrompt,
  findSubmit,
  isStart,
  openGenerator,
} from '../testing/open-generator.tsx';

/** The accessible descriptions of all invalid controls. */
const readErrors = (): (string | null | undefined)[] =>
  [...findForm().querySelectorAll('[aria-invalid=true]:not([aria-hidden=true])')].map(
    (control) => document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent,
  );

const readFocus = () =>
  document.activeElement?.getAttribute('name') ?? document.activeElement?.getAttribute('role');

interface Case {
  name: string;
  /** Choices to make before the form is sent. */
  choices: [field: string, option: string][];
  prompt?: string;
  messages: string[];
  toast: string;
  /** The name or role of the focused element. */
  focus: string;
}

/** In sequence, on one form. */
const CASES: Case[] = [
  {
    name: 'ChatGPT, all empty',
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
  {
    name: 'a prompt of spaces',
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
  {
    name: 'a prompt of 1,001 characters',
    choices: [['Provider', 'Grok']],
    prompt: 'a'.repeat(1001),
    messages: ['Prompt must be less than 1000 characters'],
    toast: 'Prompt must be less than 1000 characters',
    focus: 'prompt',
  },
  {
    name: 'Gemini without a model',
    choices: [['Provider', 'Gemini']],
    prompt: 'a red fox',
    messages: ['Please select a model'],
    toast: 'Please select a model',
    focus: 'model',
  },
  {
    name: 'Imagen 3',
    choices: [['Model', 'Imagen 3']],
    messages: ['Person generation is required for Imagen 3', 'Aspect ratio is required for Imagen 3'],
    toast: 'Person generation and Aspect ratio',
    focus: 'imagenPersonGeneration',
  },
  {
    name: 'Imagen 4',
    choices: [['Model', 'Imagen 4']],
    messages: [
      'Version is required for Imagen 4',
      'Person generation is required for Imagen 4',
      'Aspect ratio is required for Imagen 4',
    ],
    toast: 'Version, Person generation, and Aspect ratio',
    focus: 'imagen4Version',
  },
  {
    name: 'Stable Diffusion',
    choices: [['Provider', 'Stable Diffusion']],
    messages: [
      'Please select a Stable Diffusion model version',
      'Style preset is required',
      'Aspect ratio is required',
      'Output format is required',
    ],
    toast: 'Version, Style preset, Aspect ratio, and Output format',
    focus: 'stabilityVersion',
  },
  {
    name: 'Stable Diffusion with a version but no style',
    choices: [['Version', 'Large']],
    messages: ['Style preset is required', 'Aspect ratio is required', 'Output format is required'],
    toast: 'Style preset, Aspect ratio, and Output format',
    focus: 'combobox',
  },
];

test('shows what is missing, and focuses the first field [T4.3.6, T5.1.1, T5.1.2, T5.1.8, T5.1.10, T5.1.11, T5.1.13, T8.2.2]', async () => {
  const { requests } = openGenerator();
  for (const { name, choices, prompt, messages, toast, focus } of CASES) {
    for (const [field, option] of choices) choose(field, option);
    if (prompt !== undefined) fill(findPrompt(), prompt);
    fireEvent.click(findSubmit());
    await waitFor(() => expect(readErrors(), name).toEqual(messages));
    expect(readToast(), name).toMatchObject({
      title: 'Missing Required Fields',
      description: toast,
      isDestructive: true,
    });
    await waitFor(() => expect(readFocus(), name).toBe(focus));
  }
  expect(requests.some(isStart)).toBe(false);
  choose('Provider', 'ChatGPT');
  expect(readErrors()).toEqual([]);
});

test('lists what is missing beside the button before a click, and leads to each field', async () => {
  const { user, requests } = openGenerator();
  const listMissing = () =>
    within(screen.getByRole('list', { name: 'Missing' }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
  expect(listMissing()).toEqual(['Prompt', 'Quality', 'Background', 'Output format']);
  const description = document.getElementById(findSubmit().getAttribute('aria-describedby') ?? '');
  expect(description?.textContent).toBe('Missing:PromptQualityBackgroundOutput format');

  await user.click(screen.getByRole('button', { name: 'Background' }));
  await waitFor(() => expect(readErrors()).toEqual(['Background is required for GPT Image 1']));
  expect(readFocus()).toBe('gptBackground');
  await user.click(screen.getByRole('button', { name: 'Prompt' }));
  expect(readFocus()).toBe('prompt');
  await user.keyboard('a red fox');
  choose('Background', 'Opaque');
  expect(listMissing()).toEqual(['Quality', 'Output format']);
  expect(readErrors()).toEqual([]);
  choose('Quality', 'Low');
  choose('Output format', 'PNG');
  expect(screen.queryByText('Missing:')).toBeNull();
  fireEvent.click(findSubmit());
  await waitFor(() => expect(requests.some(isStart)).toBe(true));
});

test('a choice clears its error, and another provider all of them [T4.3.6]', async () => {
  openGenerator();
  fireEvent.click(findSubmit());
  await waitFor(() => expect(readErrors()).toHaveLength(4));
  choose('Quality', 'Low');
  expect(readErrors()).toHaveLength(3);
  choose('Provider', 'Grok');
  expect(readErrors()).toEqual([]);
});

test('accepts a prompt of 1,000 characters [T5.1.3, T5.1.4, T5.1.12, T9.0.2]', async () => {
  const { requests } = openGenerator();
  const prompt = 'a'.repeat(1000);
  choose('Provider', 'Grok');
  fill(findPrompt(), prompt);
  expect(screen.getByText('1,000 / 1,000')).toBeDefined();
  fireEvent.click(findSubmit());
  await waitFor(() => expect(requests.some(isStart)).toBe(true));
  const sent = requests.find(isStart)?.body;
  expect(GenerationRequestSchema.safeParse(sent).success).toBe(true);
  expect(sent).toEqual({
    prompt,
    quantity: 1,
    provider: 'xai',
    model: 'grok-2-image',
    outputFormat: 'jpeg',
  });
});

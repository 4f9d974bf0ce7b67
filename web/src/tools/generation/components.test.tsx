import { getPricing } from '@portal/contracts/pricing';
import { screen } from '@testing-library/react';
import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeQueryClient } from '../../client/api/query-client.ts';
import { savingsQuery } from '../spend/savings-query.ts';
import { describeExactTime } from '../../ui/relative-time.tsx';
import { listNames, openPart, readText } from '../../testing/open-part.tsx';
import { ChoiceField } from './choice-field.tsx';
import { NO_PRICES } from './estimate.ts';
import { EMPTY_VALUES, type FormValues } from './form-values.ts';
import { HalfPriceField } from './half-price-field.tsx';
import { PromptField } from './prompt-field.tsx';
import { ProviderFields } from './provider-fields.tsx';
import { SizeField } from './size-field.tsx';
import { COMPLETE, createValues } from './testing/create-values.ts';

const ignore = () => undefined;

interface FormProps {
  values: FormValues;
  errors: Partial<Record<keyof FormValues, string>>;
  children: ReactNode;
}

function Form({ values, errors, children }: FormProps) {
  const form = useForm({
    defaultValues: values,
    errors: Object.fromEntries(
      Object.entries(errors).map(([name, message]) => [name, { type: 'custom', message }]),
    ),
  });
  return <FormProvider {...form}>{children}</FormProvider>;
}

const openFields = (
  fields: ReactNode,
  values: FormValues,
  { client = makeQueryClient(), errors = {} }: { client?: QueryClient; errors?: FormProps['errors'] } = {},
) =>
  openPart(
    <Form values={values} errors={errors}>
      {fields}
    </Form>,
    { client },
  );
const listChecked = () => listNames('radio', { checked: true });

test.each<[string, FormValues, string[]]>([
  ['Grok', COMPLETE.xai, []],
  ['Google without a model', { ...COMPLETE.imagen3, model: '' }, ['Model']],
])('has the choices of %s, and the usage of Google', (_name, values, names) => {
  openFields(<ProviderFields usage="12 left today" />, values);
  expect(listNames('radiogroup')).toEqual(names);
  expect(readText().startsWith('12 left today')).toBe(values.provider === 'google');
});

test('shows a value without a choice as text', () => {
  openFields(<ProviderFields />, COMPLETE.xai);
  expect(readText(screen.getByRole('group', { name: 'Aspect ratio' }))).toBe('1:1');
  expect(readText(screen.getByRole('group', { name: 'Output format' }))).toBe('JPEG');
  // A draft may have another value.
  openFields(<ChoiceField name="grokOutputFormat" />, { ...COMPLETE.xai, grokOutputFormat: '' });
  expect(listNames('radio')).toEqual(['JPEG']);
});

test('a choice shows its value, its error, and what cannot be chosen', () => {
  const values = { ...COMPLETE.openai, gptBackground: 'transparent', gptOutputFormat: 'png' } as const;
  openFields(<ChoiceField name="gptOutputFormat" />, values);
  expect(listChecked()).toEqual(['PNG']);
  expect(screen.getByRole('radio', { name: 'JPEG' })).toHaveProperty('disabled', true);
  const format = screen.getByRole('radiogroup', {
    name: 'Output format',
    description: 'Transparent backgrounds are only supported with PNG format',
  });
  expect(format.getAttribute('aria-invalid')).toBe('false');
  openFields(<ChoiceField name="gptQuality" />, COMPLETE.openai, {
    errors: { gptQuality: 'Choose a quality.' },
  });
  const quality = screen.getByRole('radiogroup', { name: 'Quality', description: 'Choose a quality.' });
  expect(quality.getAttribute('aria-invalid')).toBe('true');
});

test('draws aspect ratios in their shape, and backgrounds', () => {
  const listStyles = (name: Parameters<typeof ChoiceField>[0]['name']) => {
    openFields(<ChoiceField name={name} />, COMPLETE.openai);
    return [...document.querySelectorAll<HTMLElement>('span[style]')].map(({ style }) => style);
  };
  expect(listStyles('gptAspectRatio').map(({ width, height }) => [width, height])).toEqual([
    ['12px', '12px'],
    ['8px', '12px'],
    ['12px', '8px'],
  ]);
  expect(listStyles('gptBackground').map(({ background }) => background)).toEqual([
    expect.stringMatching(/^repeating-conic-gradient/),
    'currentcolor',
  ]);
  expect(listStyles('gptQuality')).toEqual([]);
});

test.each([
  ['', 'Choose a style'],
  ['pixel-art', 'Style preset Pixel art'],
  // It is no longer offered.
  ['old-style', 'Style preset Old style'],
])('shows the style "%s"', (stabilityStylePreset, text) => {
  openFields(<ProviderFields />, { ...COMPLETE.stability, stabilityStylePreset });
  expect(readText()).toContain(text);
});

test('shows the numbers of Stable Diffusion', () => {
  openFields(<ProviderFields />, COMPLETE.stability, { errors: { seed: 'Too large.' } });
  expect(readText()).toContain('CFG scale 6.5 Higher values follow the prompt more closely.');
  expect(screen.getByRole('slider', { name: 'CFG scale' })).toMatchObject({
    min: '1',
    max: '10',
    step: '0.5',
    value: '6.5',
  });
  const seed = screen.getByRole('textbox', { name: 'Seed', description: 'Too large.' });
  expect(seed).toHaveProperty('value', '0');
  expect(screen.getByRole('button', { name: 'Random Seed' })).toBeDefined();
  expect(screen.getByRole('textbox', { name: 'Negative prompt' })).toHaveProperty('value', 'blur');
});

test('counts the characters of a prompt without the spaces around it', () => {
  const openPrompt = (prompt: string, errors = {}) =>
    openFields(
      <PromptField name="prompt" placeholder="Describe it" minRows={3} action="Improve" />,
      createValues({ prompt }),
      { errors },
    );
  openPrompt('  fox ');
  expect(readText()).toMatch(/^Prompt 3 \/ [\d,]+ Improve/);
  openPrompt('x'.repeat(1200));
  expect(readText()).toMatch(/^Prompt 1,200 \//);
  openPrompt('', { prompt: 'Enter a prompt.' });
  const field = screen.getByRole('textbox', { name: 'Prompt', description: 'Enter a prompt.' });
  expect(field).toMatchObject({ name: 'prompt', placeholder: 'Describe it' });
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

test('names words of a prompt that agencies refuse, and leads to them', async () => {
  const openPrompt = (prompt: string) =>
    openFields(<PromptField name="prompt" placeholder="Describe it" minRows={3} />, createValues({ prompt }));
  const user = openPrompt('Nike shoes by klimt, Nike socks');
  const warning = await screen.findByRole('list', { name: 'Words that agencies refuse' });
  expect(warning.closest('[role=status]')).not.toBeNull();
  const listWarnings = () =>
    [...screen.getByRole('list', { name: 'Words that agencies refuse' }).children].map(readText);
  expect(listWarnings()).toEqual([
    '“Nike” is a brand. Agencies refuse pictures that name it.',
    '“klimt” is an artist. Agencies refuse pictures that name artists.',
  ]);
  const listMarks = () => [...document.querySelectorAll('mark')].map(({ textContent }) => textContent);
  expect(listMarks()).toEqual(['Nike', 'klimt', 'Nike']);
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', {
    name: 'Prompt',
    description: /“Nike” is a brand\. .+ name artists\.$/,
  });
  expect(field.getAttribute('aria-invalid')).toBe('false');
  await user.click(screen.getByRole('button', { name: '“klimt”' }));
  expect(document.activeElement).toBe(field);
  expect([field.selectionStart, field.selectionEnd]).toEqual([14, 19]);
  await user.keyboard('hand');
  expect(listWarnings()).toEqual(['“Nike” is a brand. Agencies refuse pictures that name it.']);
  expect(field.value).toBe('Nike shoes by hand, Nike socks');
  openPrompt('Nike, Adidas, Prada, Gucci, Dior');
  await screen.findByText('And 2 more words.');
  expect(listWarnings()).toHaveLength(4);
});

test('an ordinary prompt and a negative prompt have no warning', async () => {
  const client = makeQueryClient();
  client.setQueryData(
    ['session', 'code', 'named-words'],
    await import('@portal/contracts/words/find-named-words'),
  );
  const openPrompt = (name: 'prompt' | 'stabilityNegativePrompt', text: string) =>
    openFields(
      <PromptField name={name} placeholder="Describe it" minRows={3} />,
      createValues({ [name]: text }),
      { client },
    );
  openPrompt('prompt', 'a green apple');
  expect(screen.queryByRole('list')).toBeNull();
  expect(document.querySelector('mark')).toBeNull();
  openPrompt('stabilityNegativePrompt', 'Nike logo');
  expect(screen.queryByRole('list')).toBeNull();
  openPrompt('prompt', 'Nike logo');
  expect(screen.getByRole('list')).toBeDefined();
});

test('offers the sizes of a model with pixels and prices', () => {
  const client = makeQueryClient();
  const openSize = (values: FormValues) => openFields(<SizeField />, values, { client });
  openSize(COMPLETE.openai);
  expect(listNames('radio')).toEqual(['Standard', '2K', '4K']);
  expect(screen.getByRole('radiogroup', { name: 'Size', description: / px$/ })).toBeDefined();
  client.setQueryData([getPricing.path], {
    ...NO_PRICES,
    models: [{ provider: 'openai', model: 'gpt-image-1', size: '4K', price: 3 }],
  });
  openSize(COMPLETE.openai);
  expect(screen.getByRole('radio', { name: '4K', description: /\$3\.00/ })).toBeDefined();
});

test.each([
  [COMPLETE.openai, ['Standard']],
  [{ ...COMPLETE.openai, gptSize: '4K' }, ['4K']],
  [{ ...COMPLETE.xai, grokSize: '2K' }, ['2K']],
  [{ ...COMPLETE.imagen3, imagenSize: '2K' }, ['2K']],
  [{ ...COMPLETE.imagen4, imagen4Size: '4K' }, ['4K']],
  // A single size is no choice.
  [COMPLETE.stability, []],
  [{ ...EMPTY_VALUES, provider: 'google' }, []],
] satisfies [FormValues, string[]][])('shows the size of a model: %#', (values, checked) => {
  openFields(<SizeField />, values);
  expect(listChecked()).toEqual(checked);
  expect(readText() === '').toBe(checked.length === 0);
});

const NOW = '2026-11-23T12:00:00.000Z';
const DUE = `Ready by ${describeExactTime('2026-11-24T12:00:00.000Z')} at the latest.`;
const KEPT = 'Files are kept for 3 days from the start, including the wait.';

interface HalfPrice {
  isChosen: boolean;
  hint?: string;
  stages?: number;
  startsAt?: number;
  obstacle?: string;
  saved?: number;
}

test.each<[string, HalfPrice, string, string]>([
  ['now', { isChosen: false }, 'Now', ''],
  ['now, with a hint', { isChosen: false, hint: 'Soon.' }, 'Now', 'Soon.'],
  ['later', { isChosen: true }, 'Within 24 hours', `${DUE} ${KEPT}`],
  [
    'two stages that start later',
    { isChosen: true, stages: 2, startsAt: Date.parse('2026-11-24T12:00:00.000Z') },
    'Within 24 hours',
    `Ready by ${describeExactTime('2026-11-26T12:00:00.000Z')} at the latest. ${KEPT}`,
  ],
  ['later, with a hint', { isChosen: true, hint: 'Soon.' }, 'Within 24 hours', `Soon. ${DUE} ${KEPT}`],
  ['an obstacle', { isChosen: true, obstacle: 'Not offered.', hint: 'Soon.' }, 'Now', 'Not offered.'],
  ['now, with savings', { isChosen: false, saved: 0.84 }, 'Now', ''],
  ['no savings', { isChosen: true, saved: 0 }, 'Within 24 hours', `${DUE} ${KEPT}`],
  [
    'savings',
    { isChosen: true, saved: 0.84 },
    'Within 24 hours',
    `${DUE} ${KEPT} You saved $0.84 this month.`,
  ],
])(
  'offers half price, and says what it has saved: %s [D-one-studio.5]',
  (_name, { saved, ...props }, chosen, description) => {
    vi.useFakeTimers({ now: new Date(NOW), toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const client = makeQueryClient();
    if (saved !== undefined) client.setQueryData(savingsQuery.queryKey, { month: '2026-11', dollars: saved });
    openPart(<HalfPriceField onChoose={ignore} {...props} />, { client });
    expect(listChecked()).toEqual([chosen]);
    expect(screen.getByRole('radiogroup', { name: 'Ready', description })).toBeDefined();
    const later = screen.getByRole('radio', { name: 'Within 24 hours', description: 'About half the price' });
    expect(later).toHaveProperty('disabled', 'obstacle' in props);
  },
);

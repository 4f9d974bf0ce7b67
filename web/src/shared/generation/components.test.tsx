import { getPricing } from '@portal/contracts/pricing';
import { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { savingsQuery } from '../spend/savings-query.ts';
import { renderPart } from '../testing/render-part.tsx';
import { ChoiceField } from './choice-field.tsx';
import { EMPTY_VALUES, type FormValues } from './form-values.ts';
import { HalfPriceField } from './half-price-field.tsx';
import { PromptField } from './prompt-field.tsx';
import { ProviderFields, ProviderPicker } from './provider-fields.tsx';
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

const renderFields = (
  fields: ReactNode,
  values: FormValues,
  { client = new QueryClient(), errors = {} }: { client?: QueryClient; errors?: FormProps['errors'] } = {},
) =>
  renderPart(
    <Form values={values} errors={errors}>
      {fields}
    </Form>,
    { client },
  );

test.each([
  ['openai', COMPLETE.openai, ['Quality', 'Background', 'Aspect ratio', 'Output format']],
  ['xai', COMPLETE.xai, []],
  ['no model', { ...COMPLETE.imagen3, model: '' }, ['Model']],
  ['imagen3', COMPLETE.imagen3, ['Model', 'Person generation', 'Aspect ratio']],
  ['imagen4', COMPLETE.imagen4, ['Model', 'Version', 'Person generation', 'Aspect ratio']],
  ['stability', COMPLETE.stability, ['Version', 'Aspect ratio', 'Output format']],
] satisfies [string, FormValues, string[]][])('has the choices of %s', (_name, values, names) => {
  const { list, text } = renderFields(<ProviderFields usage="12 left today" />, values);
  expect(list('radiogroup')).toEqual(names);
  expect(text.startsWith('12 left today')).toBe(values.provider === 'google');
});

test('shows a value without a choice as text', () => {
  const { find } = renderFields(<ProviderFields />, COMPLETE.xai);
  expect(find('group', 'Aspect ratio')?.text).toBe('1:1');
  expect(find('group', 'Output format')?.text).toBe('JPEG');
  // A draft may have another value.
  const { list } = renderFields(<ChoiceField name="grokOutputFormat" />, {
    ...COMPLETE.xai,
    grokOutputFormat: '',
  });
  expect(list('radio')).toEqual(['JPEG']);
});

test('a choice shows its value, its error, and what cannot be chosen', () => {
  const values = { ...COMPLETE.openai, gptBackground: 'transparent', gptOutputFormat: 'png' } as const;
  const { find } = renderFields(<ChoiceField name="gptOutputFormat" />, values);
  expect(find('radio', 'PNG')?.attributes).toHaveProperty('checked');
  expect(find('radio', 'JPEG')?.attributes).toHaveProperty('disabled');
  expect(find('radiogroup', 'Output format')?.description).toBe(
    'Transparent backgrounds are only supported with PNG format',
  );
  const invalid = renderFields(<ChoiceField name="gptQuality" />, COMPLETE.openai, {
    errors: { gptQuality: 'Choose a quality.' },
  });
  expect(invalid.find('radiogroup', 'Quality')).toMatchObject({
    attributes: { 'aria-invalid': 'true' },
    description: 'Choose a quality.',
  });
  expect(find('radiogroup', 'Output format')?.attributes['aria-invalid']).toBe('false');
});

test('draws aspect ratios in their shape, and backgrounds', () => {
  const drawShapes = (name: Parameters<typeof ChoiceField>[0]['name'], values: FormValues) =>
    [...renderFields(<ChoiceField name={name} />, values).html.matchAll(/<span[^>]*style="([^"]*)"/g)].map(
      ([, style]) => style?.replaceAll(/(\.\d\d)\d+/g, '$1'),
    );
  expect(drawShapes('gptAspectRatio', COMPLETE.openai)).toEqual([
    'width:12px;height:12px;background:none',
    'width:8px;height:12px;background:none',
    'width:12px;height:8px;background:none',
  ]);
  expect(drawShapes('gptBackground', COMPLETE.openai)).toEqual([
    expect.stringMatching(/^width:12px;height:12px;background:repeating-conic-gradient/),
    'width:12px;height:12px;background:currentColor',
  ]);
  expect(drawShapes('gptQuality', COMPLETE.openai)).toEqual([]);
});

test('keeps a style that is no longer offered', () => {
  const renderStyle = (stabilityStylePreset: string) =>
    renderFields(<ProviderFields />, { ...COMPLETE.stability, stabilityStylePreset }).text;
  expect(renderStyle('')).toContain('Choose a style');
  expect(renderStyle('pixel-art')).toContain('Style preset Pixel art');
  expect(renderStyle('old-style')).toContain('Style preset Old style');
});

test('shows the numbers of Stable Diffusion', () => {
  const { find, text } = renderFields(<ProviderFields />, COMPLETE.stability, {
    errors: { seed: 'Too large.' },
  });
  expect(text).toContain('CFG scale 6.5 Higher values follow the prompt more closely.');
  expect(find('slider', 'CFG scale')?.attributes).toMatchObject({
    min: '1',
    max: '10',
    step: '0.5',
    value: '6.5',
  });
  expect(find('textbox', 'Seed')).toMatchObject({ attributes: { value: '0' }, description: 'Too large.' });
  expect(find('button', 'Random Seed')).toBeDefined();
  expect(find('textbox', 'Negative prompt')?.text).toBe('blur');
});

test('offers all providers', () => {
  const { find, list } = renderFields(<ProviderPicker />, COMPLETE.xai);
  expect(find('radiogroup', 'Provider')).toBeDefined();
  expect(list('radio')).toHaveLength(4);
  expect(find('radio', 'Grok')?.attributes).toHaveProperty('checked');
});

test('counts the characters of a prompt without the spaces around it', () => {
  const renderPrompt = (prompt: string, errors = {}) =>
    renderFields(
      <PromptField name="prompt" placeholder="Describe it" minRows={3} action="Improve" />,
      createValues({ prompt }),
      {
        errors,
      },
    );
  expect(renderPrompt('  fox ').text).toMatch(/^Prompt 3 \/ [\d,]+ Improve/);
  expect(renderPrompt('x'.repeat(1200)).text).toMatch(/^Prompt 1,200 \//);
  const invalid = renderPrompt('', { prompt: 'Enter a prompt.' });
  expect(invalid.find('textbox', 'Prompt')).toMatchObject({
    attributes: { 'aria-invalid': 'true', name: 'prompt', placeholder: 'Describe it' },
    description: 'Enter a prompt.',
  });
});

test('offers the sizes of a model with pixels and prices', () => {
  const client = new QueryClient();
  const renderSize = (values: FormValues) => renderFields(<SizeField />, values, { client });
  const standard = renderSize(COMPLETE.openai);
  expect(standard.list('radio')).toEqual(['Standard', '2K', '4K']);
  expect(standard.find('radio', 'Standard')?.attributes).toHaveProperty('checked');
  expect(standard.find('radiogroup', 'Size')?.description).toMatch(/ px · Too small for Adobe Stock/);
  expect(renderSize({ ...COMPLETE.openai, gptSize: '4K' }).find('radio', '4K')?.attributes).toHaveProperty(
    'checked',
  );
  client.setQueryData(
    [getPricing.path],
    [{ provider: 'openai', model: 'gpt-image-1', size: '4K', price: 3 }],
  );
  expect(renderSize(COMPLETE.openai).find('radio', '4K')?.description).toContain('$3.00');
  expect(renderSize({ ...COMPLETE.xai, grokSize: '2K' }).list('radio', 'checked')).toEqual(['2K']);
  expect(renderSize({ ...COMPLETE.imagen3, imagenSize: '2K' }).list('radio', 'checked')).toEqual(['2K']);
  expect(renderSize({ ...COMPLETE.imagen4, imagen4Size: '4K' }).list('radio', 'checked')).toEqual(['4K']);
  // A single size is no choice.
  expect(renderFields(<SizeField />, COMPLETE.stability).text).toBe('');
  expect(renderFields(<SizeField />, { ...EMPTY_VALUES, provider: 'google' }).text).toBe('');
});

test('offers half price, and says what it has saved [D-one-studio.5]', () => {
  const client = new QueryClient();
  const renderHalf = (isChosen: boolean, others: { obstacle?: string; hint?: string } = {}) =>
    renderPart(<HalfPriceField isChosen={isChosen} onChoose={ignore} {...others} />, { client });
  const chosen = ({ list }: ReturnType<typeof renderHalf>) => list('radio', 'checked');
  const now = renderHalf(false);
  expect(chosen(now)).toEqual(['Now']);
  expect(now.find('radiogroup', 'Ready')?.description).toBe('');
  expect(now.find('radio', 'Within 24 hours')?.description).toBe('About half the price');
  const kept = 'Files are kept for 3 days from the start, including the wait.';
  expect(chosen(renderHalf(true))).toEqual(['Within 24 hours']);
  expect(renderHalf(true).find('radiogroup')?.description).toBe(kept);
  expect(renderHalf(true, { hint: 'Soon.' }).find('radiogroup')?.description).toBe(`Soon. ${kept}`);
  expect(renderHalf(false, { hint: 'Soon.' }).find('radiogroup')?.description).toBe('Soon.');
  const blocked = renderHalf(true, { obstacle: 'Not offered.', hint: 'Soon.' });
  expect(chosen(blocked)).toEqual(['Now']);
  expect(blocked.find('radiogroup')?.description).toBe('Not offered.');
  expect(blocked.find('radio', 'Within 24 hours')?.attributes).toHaveProperty('disabled');
  client.setQueryData(savingsQuery.queryKey, { month: '2026-11', dollars: 0 });
  expect(renderHalf(true).find('radiogroup')?.description).toBe(kept);
  client.setQueryData(savingsQuery.queryKey, { month: '2026-11', dollars: 0.84 });
  expect(renderHalf(true).find('radiogroup')?.description).toBe(`${kept} You saved $0.84 this month.`);
  expect(renderHalf(false).find('radiogroup')?.description).toBe('');
});

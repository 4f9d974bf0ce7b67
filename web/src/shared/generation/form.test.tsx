import { fireEvent, screen } from '@testing-library/react';
import { useEffect, type ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { openPart } from '../testing/open-part.tsx';
import { OptionFields } from '../upscale/option-fields.tsx';
import { ChoiceField } from './choice-field.tsx';
import type { FormValues } from './form-values.ts';
import { PromptField } from './prompt-field.tsx';
import { ProviderFields, ProviderPicker } from './provider-fields.tsx';
import { rememberSettings } from './remembered-settings.ts';
import { SizeField } from './size-field.tsx';
import { COMPLETE } from './testing/create-values.ts';

function openForm(fields: ReactNode, values: FormValues, error?: [keyof FormValues, string]) {
  let read = (): FormValues => values;
  const Form = () => {
    const form = useForm<FormValues>({ defaultValues: values });
    read = form.getValues;
    useEffect(() => {
      if (error) form.setError(error[0], { message: error[1] });
    }, [form]);
    return <FormProvider {...form}>{fields}</FormProvider>;
  };
  return { user: openPart(<Form />), read: () => read() };
}

test('another provider brings its own settings, and those that were used last', async () => {
  const { user, read } = openForm(<ProviderPicker />, COMPLETE.openai);
  rememberSettings(localStorage, 'ada', { ...COMPLETE.stability, stabilityStylePreset: 'anime' });
  await user.click(screen.getByRole('radio', { name: 'Stable Diffusion' }));
  expect(read()).toMatchObject({
    provider: 'stability',
    stabilityStylePreset: 'anime',
    gptQuality: '',
    prompt: COMPLETE.openai.prompt,
    quantity: 12,
  });
});

test('choices change what they are named after, and clear its error', async () => {
  const { user, read } = openForm(<ChoiceField name="gptQuality" />, COMPLETE.openai, [
    'gptQuality',
    'Choose a quality.',
  ]);
  expect(screen.getByRole('radiogroup').getAttribute('aria-invalid')).toBe('true');
  await user.click(screen.getByRole('radio', { name: 'High' }));
  expect(read().gptQuality).toBe('high');
  expect(screen.getByRole('radiogroup').getAttribute('aria-invalid')).toBe('false');
  expect(screen.queryByText('Choose a quality.')).toBeNull();
});

test('a choice may change another field', async () => {
  const { user, read } = openForm(<ChoiceField name="gptBackground" />, COMPLETE.openai);
  await user.click(screen.getByRole('radio', { name: 'Transparent' }));
  expect(read()).toMatchObject({ gptBackground: 'transparent', gptOutputFormat: 'png' });
});

test('a size is chosen among those of the model', async () => {
  const { user, read } = openForm(<SizeField />, COMPLETE.openai);
  await user.click(screen.getByRole('radio', { name: '4K' }));
  expect(read().gptSize).toBe('4K');
  await user.click(screen.getByRole('radio', { name: 'Standard' }));
  expect(read().gptSize).toBe('');
});

test('a prompt is counted while one types', async () => {
  const { user, read } = openForm(
    <PromptField name="prompt" placeholder="Describe it" minRows={3} />,
    COMPLETE.openai,
  );
  const prompt = screen.getByRole('textbox', { name: 'Prompt' });
  await user.clear(prompt);
  await user.type(prompt, ' fox ');
  expect(read().prompt).toBe(' fox ');
  expect(screen.getByText(/^3 \//)).toBeDefined();
});

test('Stable Diffusion has a style, a scale and a seed', async () => {
  const { user, read } = openForm(<ProviderFields />, COMPLETE.stability);
  await user.click(screen.getByRole('combobox', { name: /^Style preset/ }));
  expect(screen.getAllByRole('option').length).toBeGreaterThan(10);
  await user.click(screen.getByRole('option', { name: 'Pixel art' }));
  expect(read().stabilityStylePreset).toBe('pixel-art');
  fireEvent.change(screen.getByRole('slider', { name: 'CFG scale' }), { target: { value: 9.5 } });
  expect(read().stabilityCfgScale).toBe(9.5);
  expect(screen.getByText('9.5')).toBeDefined();
  const seed = screen.getByRole<HTMLInputElement>('textbox', { name: 'Seed' });
  await user.clear(seed);
  expect(read().seed).toBe('');
  await user.type(seed, '4x2');
  expect(read().seed).toBe(42);
  await user.clear(seed);
  await user.click(screen.getByRole('button', { name: 'Random Seed' }));
  expect(read().seed).toBeTypeOf('number');
  expect(Number(seed.value)).toBe(read().seed);
});

test('a style that is no longer offered can be left, and chosen again', async () => {
  const { user } = openForm(<ProviderFields />, { ...COMPLETE.stability, stabilityStylePreset: 'old-style' });
  await user.click(screen.getByRole('combobox', { name: /^Style preset/ }));
  const options = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(options.filter((option) => option === 'Old style')).toHaveLength(1);
  expect(options.at(-1)).toBe('Old style');
});

test('an enlargement has a scale, and may enhance', async () => {
  const calls: unknown[] = [];
  const user = openPart(
    <OptionFields
      scale={2}
      enhance={false}
      isDisabled={false}
      onScale={(scale) => calls.push(scale)}
      onEnhance={(enhance) => calls.push(enhance)}
    />,
  );
  await user.click(screen.getByRole('radio', { name: '4x' }));
  await user.click(screen.getByRole('switch', { name: 'Enhance' }));
  expect(calls).toEqual([4, true]);
});

import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { openPart } from '../../testing/open-part.tsx';
import type { FormValues } from './form-values.ts';
import { PromptField } from './prompt-field.tsx';
import { ProviderFields } from './provider-fields.tsx';
import { COMPLETE } from './testing/create-values.ts';

function openForm(fields: ReactNode, values: FormValues) {
  let read = (): FormValues => values;
  const Form = () => {
    const form = useForm<FormValues>({ defaultValues: values });
    read = form.getValues;
    return <FormProvider {...form}>{fields}</FormProvider>;
  };
  return { user: openPart(<Form />), read: () => read() };
}

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

test('a style that is no longer offered can be left, and chosen again', async () => {
  const { user, read } = openForm(<ProviderFields />, {
    ...COMPLETE.stability,
    stabilityStylePreset: 'old-style',
  });
  await user.click(screen.getByRole('combobox', { name: /^Style preset/ }));
  const options = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(options.filter((option) => option === 'Old style')).toHaveLength(1);
  expect(options.at(-1)).toBe('Old style');
  await user.click(screen.getByRole('option', { name: 'Pixel art' }));
  expect(read().stabilityStylePreset).toBe('pixel-art');
});

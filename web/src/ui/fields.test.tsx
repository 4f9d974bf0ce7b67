import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listNames, openPart, readText } from '../testing/open-part.tsx';
import { FieldFrame } from './field-frame.tsx';
import { Segments } from './segments.tsx';

test('segments are radio buttons with a hint, or the reason why one is disabled', () => {
  openPart(
    <FieldFrame id="scale" label="Scale" hint="Larger files take longer.">
      <Segments
        id="scale"
        name="factor"
        value="4"
        onChoose={() => undefined}
        segments={[
          { value: '2', label: '2x', hint: 'Twice as wide' },
          { value: '4', label: '4x' },
          { value: '8', label: '8x', disabledReason: 'Too large' },
        ]}
      />
    </FieldFrame>,
  );
  const group = screen.getByRole('radiogroup', { name: 'Scale', description: 'Larger files take longer.' });
  expect(group.getAttribute('aria-invalid')).toBe('false');
  expect(group.getAttribute('aria-required')).toBe('true');
  expect(listNames('radio')).toEqual(['2x', '4x', '8x']);
  expect(screen.getByRole('radio', { name: '2x', description: 'Twice as wide' })).toMatchObject({
    name: 'factor',
    value: '2',
  });
  expect(screen.getByRole('radio', { name: '4x', description: '', checked: true })).toBeDefined();
  const radios = screen.getAllByRole<HTMLInputElement>('radio');
  expect(radios.map(({ checked }) => checked)).toEqual([false, true, false]);
  expect(radios.map(({ disabled }) => disabled)).toEqual([false, false, true]);
  expect(readText()).toContain('2x Twice as wide');
});

test.each([
  [{ error: 'Type a name.', hint: 'As in the contract.' }, 'Type a name.'],
  [{ hint: 'As in the contract.' }, 'As in the contract.'],
])('a field shows its error instead of its hint: %o', (messages, description) => {
  openField(messages);
  expect(screen.getByRole('textbox', { name: 'Name', description })).toBeDefined();
  expect(readText()).toBe(`Name 12 / 80 ${description}`);
});

test('a field hides an empty message', () => {
  openField({});
  expect(readText()).toBe('Name 12 / 80');
  expect(document.getElementById('name-message')).toHaveProperty('hidden', true);
});

const openField = (messages: { error?: string; hint?: string }) =>
  openPart(
    <FieldFrame id="name" label="Name" htmlFor="name-input" end="12 / 80" {...messages}>
      <input id="name-input" aria-describedby="name-message" />
    </FieldFrame>,
  );

import { expect, test } from 'vitest';
import { renderPart } from '../testing/render-part.tsx';
import { FieldFrame } from './field-frame.tsx';
import { Segments } from './segments.tsx';

const ignore = () => undefined;

test('segments are radio buttons with a hint, or the reason why one is disabled', () => {
  const { find, list, text } = renderPart(
    <FieldFrame id="scale" label="Scale" hint="Larger files take longer.">
      <Segments
        id="scale"
        name="factor"
        value="4"
        onChoose={ignore}
        segments={[
          { value: '2', label: '2x', hint: 'Twice as wide' },
          { value: '4', label: '4x' },
          { value: '8', label: '8x', disabledReason: 'Too large' },
        ]}
      />
    </FieldFrame>,
  );
  const group = find('radiogroup', 'Scale');
  expect(group?.description).toBe('Larger files take longer.');
  expect(group?.attributes).toMatchObject({ 'aria-invalid': 'false', 'aria-required': 'true' });
  expect(list('radio')).toEqual(['2x', '4x', '8x']);
  expect(find('radio', '2x')).toMatchObject({
    attributes: { name: 'factor', value: '2' },
    description: 'Twice as wide',
  });
  expect(find('radio', '4x')).toMatchObject({ attributes: { checked: '' }, description: '' });
  expect([list('radio', 'checked'), list('radio', 'disabled')]).toEqual([['4x'], ['8x']]);
  expect(text).toContain('2x Twice as wide');
});

test('a field shows its error instead of its hint, and hides an empty message', () => {
  const renderField = (messages: { error?: string; hint?: string }) =>
    renderPart(
      <FieldFrame id="name" label="Name" htmlFor="name-input" end="12 / 80" {...messages}>
        <input id="name-input" aria-describedby="name-message" />
      </FieldFrame>,
    );
  const invalid = renderField({ error: 'Type a name.', hint: 'As in the contract.' });
  expect(invalid.find('textbox', 'Name')?.description).toBe('Type a name.');
  expect(invalid.text).toBe('Name 12 / 80 Type a name.');
  expect(renderField({ hint: 'As in the contract.' }).text).toContain('As in the contract.');
  const quiet = renderField({});
  expect(quiet.text).toBe('Name 12 / 80');
  expect(quiet.html).toMatch(/ hidden=""/);
});

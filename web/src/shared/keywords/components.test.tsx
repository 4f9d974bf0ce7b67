import { expect, test } from 'vitest';
import { renderPart } from '../testing/render-part.tsx';
import { OptionFields as UpscaleFields } from '../upscale/option-fields.tsx';
import { TextArea } from './text-area.tsx';
import { WordsField } from './words-field.tsx';

const ignore = () => undefined;

const renderWords = (
  words: string[],
  options: { isOrdered?: boolean; isDisabled?: boolean; isInvalid?: boolean } = {},
) =>
  renderPart(
    <WordsField
      label="Keywords"
      words={words}
      maxWords={9}
      placeholder="Type a word"
      onChange={ignore}
      {...options}
    />,
  );

test('words can be reached, edited and removed', () => {
  const { find, list, html } = renderWords(['fox', 'snow'], { isOrdered: true });
  expect(list('list')).toEqual(['Keywords']);
  expect(list('button')).toEqual(['fox, 1 of 2', 'Remove fox', 'snow, 2 of 2', 'Remove snow']);
  expect(list('button').map((name) => find('button', name)?.attributes['tabindex'])).toEqual([
    '0',
    '-1',
    '-1',
    '-1',
  ]);
  const help =
    /^Press Enter or comma to add a word, .* Use arrow keys to move between words, .* Delete to remove\.$/;
  expect(find('textbox', 'Keywords')?.description).toMatch(help);
  expect(find('button', 'snow, 2 of 2')?.description).toMatch(help);
  expect(find('textbox', 'Keywords')?.attributes).toMatchObject({ value: '', placeholder: '' });
  expect(html).toContain('data-draggable="true"');
});

test('words without an order, or that are disabled, cannot be dragged', () => {
  const unordered = renderWords(['fox', 'snow']);
  expect(unordered.html).toContain('data-draggable="false"');
  expect(unordered.find('textbox', 'Keywords')?.description).toBe(
    'Press Enter or comma to add a word, Backspace to remove the last one.',
  );
  expect(renderWords(['fox'], { isOrdered: true }).html).toContain('data-draggable="false"');
  const disabled = renderWords(['fox', 'snow'], { isOrdered: true, isDisabled: true });
  expect(disabled.html).toContain('data-draggable="false"');
  for (const name of disabled.list('button'))
    expect(disabled.find('button', name)?.attributes).toHaveProperty('disabled');
  expect(disabled.find('textbox', 'Keywords')?.attributes).toHaveProperty('disabled');
});

test('an empty keyword field says how to add a word', () => {
  const { find, list, html } = renderWords([], { isInvalid: true });
  expect(list('list')).toEqual([]);
  expect(find('textbox', 'Keywords')?.attributes['placeholder']).toBe('Type a word');
  expect(html).toContain('data-invalid="true"');
});

test('a text says whether it is valid', () => {
  const renderArea = (isInvalid?: boolean) =>
    renderPart(
      <TextArea
        value="fox"
        aria-label="Title"
        onChange={ignore}
        {...(isInvalid !== undefined && { isInvalid })}
      />,
    ).find('textbox', 'Title');
  expect(renderArea()).toMatchObject({ text: 'fox', attributes: { 'aria-invalid': 'false' } });
  expect(renderArea(true)?.attributes['aria-invalid']).toBe('true');
});

test('an enlargement has a scale and can enhance', () => {
  const renderUpscale = (enhance: boolean, isDisabled = false) =>
    renderPart(
      <UpscaleFields
        scale={4}
        enhance={enhance}
        isDisabled={isDisabled}
        onScale={ignore}
        onEnhance={ignore}
      />,
    );
  const fields = renderUpscale(true);
  expect(fields.list('radio')).toEqual(['2x', '4x']);
  expect(fields.find('radiogroup', 'Scale')).toBeDefined();
  expect(fields.find('radio', '4x')?.attributes).toHaveProperty('checked');
  const enhance = fields.find('switch', 'Enhance');
  expect(enhance).toMatchObject({
    attributes: { checked: '' },
    description: 'Less noise, better contrast, sharper edges',
  });
  expect(renderUpscale(false).list('switch', 'checked')).toEqual([]);
  expect(renderUpscale(true, true).html).toMatch(/<fieldset[^>]* disabled=""/);
});

import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  choose,
  fill,
  findForm,
  findQuantity,
  findSubmit,
  openGenerator,
} from '../testing/open-generator.tsx';

const findSlider = (name: string) =>
  screen.getByLabelText<HTMLInputElement>(name, { selector: 'input[type=range]' });
const press = (field: Element, key: string) => fireEvent.keyDown(field, { key });

test('limits the quantity to whole numbers from 1 to 100 [T5.1.5, T5.1.6, T5.1.7, T9.0.1]', async () => {
  const { user } = openGenerator();
  const slider = findSlider('Quantity');
  const number = findQuantity();
  press(slider, 'End');
  expect(number.value).toBe('100');
  expect(findSubmit().textContent).toMatch(/^Generate 100 images/);
  press(slider, 'ArrowRight');
  expect(number.value).toBe('100');
  press(slider, 'ArrowLeft');
  expect(number.value).toBe('99');
  press(slider, 'Home');
  expect(number.value).toBe('1');
  for (const [typed, kept] of [
    ['0', '1'],
    ['-3', '1'],
    ['101', '100'],
    ['2.6', '3'],
    ['42', '42'],
  ] as const) {
    act(() => number.focus());
    fill(number, typed);
    act(() => number.blur());
    expect([number.value, slider.value], typed).toEqual([kept, kept]);
  }
  await user.clear(number);
  await user.type(number, '1x7', { initialSelectionStart: 0 });
  expect(number.value).toBe('17');
});

test('the CFG scale goes from 1 to 10, and starts at 7 [T3.1.10, T5.2.16, T9.0.4, T9.0.6, D-uploads.10]', () => {
  openGenerator();
  choose('Provider', 'Stable Diffusion');
  const slider = findSlider('CFG scale');
  expect(slider.value).toBe('7');
  press(slider, 'ArrowLeft');
  expect(slider.value).toBe('6.5');
  expect(screen.getByText('6.5')).toBeDefined();
  press(slider, 'End');
  expect(slider.value).toBe('10');
  press(slider, 'Home');
  expect(slider.value).toBe('1');
});

test('ignores seeds that are no number in range, and picks a random one [T5.1.15, T5.1.16, T5.1.17, T9.0.3]', () => {
  openGenerator();
  choose('Provider', 'Stable Diffusion');
  const seed = screen.getByLabelText<HTMLInputElement>('Seed');
  for (const [typed, kept] of [
    ['4294967294', '4294967294'],
    ['4294967295', '4294967294'],
    ['0', '0'],
    ['-1', '0'],
    ['1.5', '0'],
    ['abc', '0'],
    ['007', '7'],
    ['', ''],
  ] as const) {
    fill(seed, typed);
    expect(seed.value, typed).toBe(kept);
  }
  const picked = new Set<number>();
  for (let count = 0; count < 5; count += 1) {
    fireEvent.click(screen.getByText('Random Seed'));
    picked.add(Number(seed.value));
  }
  expect(picked.size).toBeGreaterThan(1);
  for (const number of picked)
    expect(Number.isInteger(number) && number >= 0 && number <= 4_294_967_294, String(number)).toBe(true);
  expect(findForm().querySelector('[aria-invalid=true]')).toBeNull();
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeEarlyKeys } from './early-keys.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const press = (key: string, modifiers: Partial<KeyboardEvent> = {}): KeyboardEvent =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node has no keyboard events
  ({ key, ctrlKey: false, metaKey: false, altKey: false, ...modifiers }) as KeyboardEvent;

test('keeps letters from the start to the end, and Enter from the page', () => {
  const keys = makeEarlyKeys();
  expect(keys.keep(press('a'))).toBe(false);
  keys.start();
  expect(['u', 'p', 'Enter', 'Escape', 'Tab'].map((key) => keys.keep(press(key)))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(keys.keep(press('r', { ctrlKey: true }))).toBe(false);
  expect(keys.keep(press('r', { metaKey: true }))).toBe(false);
  expect(keys.keep(press('r', { altKey: true }))).toBe(false);
  expect(keys.end()).toBe('up');
  expect(keys.keep(press('a'))).toBe(false);
  expect(keys.end()).toBe('');
});

test('gives the keys back to the page if the palette does not come', () => {
  const keys = makeEarlyKeys();
  keys.start();
  vi.advanceTimersByTime(4999);
  expect(keys.keep(press('a'))).toBe(true);
  vi.advanceTimersByTime(1);
  expect(keys.keep(press('a'))).toBe(false);
});

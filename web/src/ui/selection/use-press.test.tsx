import type { MouseEvent, PointerEvent } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openHook } from '../../testing/open-part.tsx';
import { usePress } from './use-press.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function onMark(): Element {
  const mark = document.createElement('span');
  mark.dataset['selectMark'] = '';
  return mark;
}

function open({ isSelecting = false } = {}) {
  const calls: string[] = [];
  const { current: press } = openHook(() =>
    usePress({
      onChoose: (how) => calls.push(how),
      onOpen: () => calls.push('open'),
      isSelecting: () => isSelecting,
    }),
  );
  const click = (keys: Partial<MouseEvent> = {}) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is read
    press.onClick({ detail: 1, ctrlKey: false, metaKey: false, shiftKey: false, ...keys } as MouseEvent);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is read
  const touch = (pointerType: string) => press.onPointerDown({ pointerType } as PointerEvent);
  return { press, calls, click, touch };
}

test('a click opens; with a key and on the mark it selects', () => {
  const { press, calls, click, touch } = open();
  touch('mouse');
  click();
  click({ detail: 2 });
  press.onDoubleClick();
  expect(calls).toEqual(['open']);
  calls.length = 0;
  click({ ctrlKey: true });
  click({ metaKey: true });
  click({ shiftKey: true });
  click({ shiftKey: true, ctrlKey: true });
  click({ detail: 0 });
  click({ target: onMark() });
  press.onDoubleClick();
  vi.advanceTimersByTime(1000);
  expect(calls).toEqual(['toggle', 'toggle', 'range', 'add-range', 'toggle']);
});

test('a click selects while something is selected, and a double click opens', () => {
  const { press, calls, click, touch } = open({ isSelecting: true });
  touch('mouse');
  click();
  expect(calls).toEqual(['toggle']);
  click({ detail: 2 });
  press.onDoubleClick();
  expect(calls).toEqual(['toggle', 'undo', 'open']);
});

test('a tap opens, and selects while something is selected', () => {
  const opening = open();
  opening.touch('touch');
  opening.click({ target: onMark() });
  opening.press.onDoubleClick();
  expect(opening.calls).toEqual(['open']);
  const selecting = open({ isSelecting: true });
  selecting.touch('touch');
  selecting.click();
  expect(selecting.calls).toEqual(['toggle']);
});

test('a long press selects, and the click after it does nothing', () => {
  const { calls, click, touch } = open();
  touch('touch');
  vi.advanceTimersByTime(500);
  expect(calls).toEqual(['toggle']);
  click();
  expect(calls).toEqual(['toggle']);
  touch('touch');
  click();
  vi.advanceTimersByTime(500);
  expect(calls).toEqual(['toggle', 'open']);
});

test.each(['onPointerUp', 'onPointerCancel', 'onPointerLeave'] as const)('%s ends a press', (name) => {
  const { press, calls, touch } = open();
  touch('touch');
  press[name]();
  vi.advanceTimersByTime(500);
  expect(calls).toEqual([]);
});

test('a long press opens no menu of the browser', () => {
  const { press, touch } = open();
  const openMenu = () => {
    const preventDefault = vi.fn<() => void>();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is called
    press.onContextMenu({ preventDefault } as unknown as MouseEvent);
    return preventDefault.mock.calls.length;
  };
  touch('mouse');
  expect(openMenu()).toBe(0);
  touch('touch');
  expect(openMenu()).toBe(1);
});

test('a mouse that is held acts by its click only', () => {
  const { calls, click, touch } = open();
  touch('mouse');
  vi.advanceTimersByTime(1000);
  expect(calls).toEqual([]);
  click();
  expect(calls).toEqual(['open']);
});

import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { addDialog, afterDialogs, watchDialogHistory } from './dialog-history.ts';

/** The entries of the browser's history, with the state of each, after a page. */
let states: ({ dialogs?: number; key?: string } | null)[] = [];
let position = 0;
let page = new EventTarget();

const traverse = (steps: number) => {
  setTimeout(() => {
    position += steps;
    page.dispatchEvent(new Event('popstate'));
  });
};
const settle = () => vi.advanceTimersByTimeAsync(20);

beforeEach(() => {
  vi.useFakeTimers();
  states = [null];
  position = 0;
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('history', {
    scrollRestoration: 'auto',
    get state() {
      return states[position];
    },
    pushState: (state: { dialogs?: number }) => {
      states = [...states.slice(0, position + 1), state];
      position += 1;
    },
    go: traverse,
  });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
});

function open() {
  const dialog = { close: vi.fn<() => void>() };
  return { ...dialog, remove: addDialog(dialog) };
}

test('a dialog has an entry while it is open', async () => {
  watchDialogHistory();
  states = [{ key: 'router' }];
  const { remove, close } = open();
  expect(position).toBe(0);
  await settle();
  expect([position, states[1]]).toEqual([1, { key: 'router', dialogs: 1 }]);
  expect(history.scrollRestoration).toBe('manual');
  remove();
  await settle();
  expect(position).toBe(0);
  expect(history.scrollRestoration).toBe('auto');
  expect(close).not.toHaveBeenCalled();
});

test('Back closes the topmost dialog', async () => {
  watchDialogHistory();
  const below = open();
  const above = open();
  await settle();
  expect(position).toBe(2);
  above.close.mockImplementation(() => above.remove());
  traverse(-1);
  await settle();
  expect(above.close).toHaveBeenCalledOnce();
  expect(below.close).not.toHaveBeenCalled();
  expect(position).toBe(1);
  below.remove();
  await settle();
  expect(position).toBe(0);
});

test('restores the history entry of a dialog that stays open', async () => {
  watchDialogHistory();
  const { close, remove } = open();
  await settle();
  traverse(-1);
  await settle();
  expect(close).toHaveBeenCalledOnce();
  expect(position).toBe(1);
  remove();
  await settle();
});

test('keeps the history entry when one dialog replaces another', async () => {
  watchDialogHistory();
  const first = open();
  await settle();
  const go = vi.spyOn(history, 'go');
  first.remove();
  const second = open();
  await settle();
  expect([position, go.mock.calls.length]).toEqual([1, 0]);
  second.remove();
  await settle();
});

test('resolves once the history is back at the page', async () => {
  watchDialogHistory();
  const { remove } = open();
  await settle();
  remove();
  let isBack = false;
  const waiting = afterDialogs().then(() => {
    isBack = true;
    return position;
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(isBack).toBe(false);
  await settle();
  expect(await waiting).toBe(0);
});

test('removes the entries that a reload has left behind', async () => {
  states = [null, { dialogs: 1 }, { dialogs: 2 }];
  position = 2;
  watchDialogHistory();
  await settle();
  expect(position).toBe(0);
});

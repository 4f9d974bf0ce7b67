import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { enableDragging } from './drag-chips.ts';

const WIDTH = 100;

/** A chip in a single row. It follows its style, as in a browser. */
class FakeElement extends EventTarget {
  static scrolled = 0;
  readonly dataset: Record<string, string> = {};
  readonly style = { transform: '' };
  readonly attributes = new Map<string, string>();
  readonly scrollIntoView = vi.fn<() => void>();
  readonly #index: number;
  readonly #isButton: boolean;
  constructor(index: number, isButton = true) {
    super();
    this.#index = index;
    this.#isButton = isButton;
  }
  closest(selector: string) {
    return selector === 'li' || this.#isButton ? this : null;
  }
  getBoundingClientRect() {
    const [x = 0, y = 0] =
      /translate\((.+)px, (.+)px\)/.exec(this.style.transform)?.slice(1).map(Number) ?? [];
    const left = this.#index * WIDTH - FakeElement.scrolled + x;
    return { left, right: left + WIDTH, top: y, bottom: y + 20 };
  }
  setAttribute(name: string, value: string) {
    this.attributes.set(name, value);
  }
  removeAttribute(name: string) {
    this.attributes.delete(name);
  }
}

let page = new EventTarget();

beforeEach(() => {
  page = new EventTarget();
  FakeElement.scrolled = 0;
  vi.useFakeTimers();
  vi.stubGlobal('Element', FakeElement);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open() {
  const chips = [0, 1, 2, 3].map((index) => new FakeElement(index));
  const list = Object.assign(new EventTarget(), { children: chips });
  const moves: [from: number, to: number][] = [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is read
  const stop = enableDragging(list as unknown as HTMLElement, (from, to) => moves.push([from, to]));
  const press = (target: EventTarget | undefined, overrides = {}) => {
    const pointer = {
      pointerId: 1,
      pointerType: 'mouse',
      isPrimary: true,
      button: 0,
      clientX: 50,
      clientY: 10,
    };
    const event = Object.assign(new Event('pointerdown'), pointer, overrides);
    Object.defineProperty(event, 'target', { value: target });
    list.dispatchEvent(event);
  };
  const dispatch = (type: string, overrides: object = {}) => {
    const event = Object.assign(new Event(type, { cancelable: true }), {
      pointerId: 1,
      clientY: 10,
      ...overrides,
    });
    page.dispatchEvent(event);
    return event;
  };
  const moveTo = (clientX: number, overrides = {}) => dispatch('pointermove', { clientX, ...overrides });
  const marks = () => chips.map(({ attributes }) => attributes.get('data-drop') ?? '');
  const touchMove = () => {
    const event = new Event('touchmove', { cancelable: true });
    list.dispatchEvent(event);
    return event.defaultPrevented;
  };
  return { chips, moves, stop, press, moveTo, dispatch, marks, touchMove };
}

test('the mouse drags a chip to another place, which is marked', () => {
  const { chips, moves, press, moveTo, dispatch, marks } = open();
  press(chips[0]);
  moveTo(54);
  expect(chips[0]?.dataset).toEqual({});
  moveTo(55);
  expect(chips[0]?.dataset).toEqual({ dragged: '' });
  expect(chips[0]?.style.transform).toBe('translate(5px, 0px)');
  expect(marks()).toEqual(['', '', '', '']);
  moveTo(260, { clientY: 15 });
  expect(chips[0]?.style.transform).toBe('translate(210px, 5px)');
  expect(marks()).toEqual(['', '', '', 'before']);
  expect(chips[3]?.scrollIntoView).toHaveBeenCalled();
  moveTo(390);
  expect(marks()).toEqual(['', '', '', 'after']);
  moveTo(160);
  expect(marks()).toEqual(['', '', 'before', '']);
  dispatch('pointerup');
  expect(moves).toEqual([[0, 1]]);
  expect(marks()).toEqual(['', '', '', '']);
  expect(chips[0]?.style.transform).toBe('');
  expect(chips[0]?.dataset).toEqual({});
  moveTo(300);
  dispatch('pointerup');
  expect(moves).toHaveLength(1);
});

test('a chip that has scrolled is under the pointer again', () => {
  const { chips, press, moveTo, dispatch } = open();
  press(chips[1], { clientX: 150 });
  dispatch('scroll');
  expect(chips[1]?.style.transform).toBe('');
  moveTo(260);
  FakeElement.scrolled = 30;
  dispatch('scroll');
  expect(chips[1]?.getBoundingClientRect().left).toBe(210);
});

test.each(['keydown', 'pointercancel'])('%s ends a drag without a move', (type) => {
  const { chips, moves, press, moveTo, dispatch } = open();
  press(chips[0]);
  moveTo(300);
  dispatch('keydown', { key: 'Tab' });
  expect(chips[0]?.dataset).toEqual({ dragged: '' });
  const event = new Event(type);
  const stopPropagation = vi.spyOn(event, 'stopPropagation');
  page.dispatchEvent(Object.assign(event, { key: 'Escape' }));
  expect(stopPropagation).toHaveBeenCalledTimes(type === 'keydown' ? 1 : 0);
  expect(chips[0]?.dataset).toEqual({});
  dispatch('pointerup');
  expect(moves).toEqual([]);
});

test('a finger drags after a long press, and scrolls before', () => {
  const { chips, moves, press, moveTo, dispatch, touchMove } = open();
  const touch = { pointerType: 'touch' };
  press(chips[0], touch);
  expect(touchMove()).toBe(false);
  moveTo(61);
  vi.advanceTimersByTime(500);
  moveTo(260);
  dispatch('pointerup');
  expect(moves).toEqual([]);

  press(chips[0], touch);
  moveTo(60);
  vi.advanceTimersByTime(399);
  expect(touchMove()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(touchMove()).toBe(true);
  const menu = new Event('contextmenu', { cancelable: true });
  chips[0]?.dispatchEvent(menu);
  expect(menu.defaultPrevented).toBe(true);
  moveTo(260);
  dispatch('pointerup');
  expect(moves).toEqual([[0, 2]]);
  expect(touchMove()).toBe(false);
});

test('another pointer, button or part of a chip drags nothing', () => {
  const { chips, moves, press, moveTo, dispatch } = open();
  const tryToDrag = (target: EventTarget | undefined, overrides = {}, moved = {}) => {
    press(target, overrides);
    moveTo(300, moved);
    dispatch('pointerup');
  };
  tryToDrag(chips[0], { isPrimary: false });
  tryToDrag(chips[0], { button: 2 });
  tryToDrag(new FakeElement(0, false));
  tryToDrag(new EventTarget());
  tryToDrag(chips[0], {}, { pointerId: 2 });
  press(chips[0]);
  dispatch('pointerup', { pointerId: 2 });
  moveTo(300);
  dispatch('pointerup', { pointerId: 2 });
  expect(moves).toEqual([]);
  dispatch('pointerup');
  expect(moves).toEqual([[0, 2]]);
});

test('a drag ends when the list may not be changed any more', () => {
  const { chips, moves, stop, press, moveTo, dispatch } = open();
  press(chips[0]);
  moveTo(300);
  stop();
  expect(chips[0]?.dataset).toEqual({});
  dispatch('pointerup');
  press(chips[0]);
  moveTo(300);
  dispatch('pointerup');
  expect(moves).toEqual([]);
});

test('the only chip that is left can be dragged, and stays where it is', () => {
  const { chips, moves, press, moveTo, dispatch } = open();
  press(chips[0]);
  chips.splice(1);
  moveTo(300);
  expect(chips[0]?.dataset).toEqual({ dragged: '' });
  dispatch('pointerup');
  expect(moves).toEqual([[0, 0]]);
});

test('a chip that is gone is not moved', () => {
  const { chips, moves, press, moveTo, dispatch } = open();
  press(chips[0]);
  moveTo(300);
  chips.shift();
  dispatch('pointerup');
  expect(moves).toEqual([]);
});

test('a second press ends the first drag', () => {
  const { chips, press, moveTo } = open();
  press(chips[0]);
  moveTo(300);
  press(chips[1], { pointerId: 2 });
  expect(chips[0]?.dataset).toEqual({});
});

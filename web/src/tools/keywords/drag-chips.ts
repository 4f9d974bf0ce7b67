import { findDropIndex } from './find-drop-index.ts';

/** Until then, a finger on a chip scrolls the page. */
const LONG_PRESS_MS = 400;
/** A mouse that has moved less only clicks. */
const MOUSE_SLOP_PX = 4;
const TOUCH_SLOP_PX = 10;

type Move = (from: number, to: number) => void;

/**
 * Chips can be dragged to another place with the mouse, and by touch after a long press. Pointer events, because HTML's own
 * dragging does not work by touch in every browser. Returns a function that stops it.
 */
export function enableDragging(list: HTMLElement, onMove: Move): () => void {
  const listeners = new AbortController();
  let press: Press | undefined;
  list.addEventListener(
    'pointerdown',
    (event) => {
      const chip = event.target instanceof Element ? event.target.closest('li') : null;
      const isButton = event.target instanceof Element && event.target.closest('[data-word]') !== null;
      if (!chip || !isButton || !event.isPrimary || event.button !== 0) return;
      press?.end();
      press = startPress(list, chip, event, onMove);
    },
    listeners,
  );
  // Stops scrolling during a drag. Safari ignores the listener if it is added after the touch began (webkit.org/b/184250).
  list.addEventListener('touchmove', (event) => press?.isDragging() && event.preventDefault(), {
    passive: false,
    signal: listeners.signal,
  });
  return () => {
    press?.end();
    listeners.abort();
  };
}

interface Press {
  isDragging: () => boolean;
  end: () => void;
}

/** From pressing a chip to its release. */
function startPress(list: HTMLElement, chip: HTMLElement, pressed: PointerEvent, onMove: Move): Press {
  const listeners = new AbortController();
  const { signal } = listeners;
  const isMouse = pressed.pointerType === 'mouse';
  let drag: Drag | undefined;
  const start = () => {
    drag = startDrag(list, chip, pressed);
  };
  const timer = isMouse ? undefined : setTimeout(start, LONG_PRESS_MS);
  const end = () => {
    clearTimeout(timer);
    listeners.abort();
    drag?.end();
    drag = undefined;
  };

  addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerId !== pressed.pointerId) return;
      const distance = Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY);
      if (!drag && isMouse && distance > MOUSE_SLOP_PX) start();
      if (!drag && !isMouse && distance > TOUCH_SLOP_PX) end();
      drag?.moveTo(event);
    },
    { signal },
  );
  addEventListener(
    'pointerup',
    (event) => {
      if (event.pointerId !== pressed.pointerId) return;
      const indexes = drag?.getIndexes();
      end();
      if (indexes) onMove(indexes.from, indexes.to);
    },
    { signal },
  );
  addEventListener('pointercancel', end, { signal });
  addEventListener('scroll', () => drag?.follow(), { capture: true, passive: true, signal });
  addEventListener(
    'keydown',
    (event) => {
      if (!drag || event.key !== 'Escape') return;
      // Otherwise Escape would close the dialog.
      event.stopPropagation();
      end();
    },
    { capture: true, signal },
  );
  // On phones a long press would open a menu.
  chip.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
  return { isDragging: () => drag !== undefined, end };
}

type Drag = ReturnType<typeof startDrag>;

/** Moves the chip with the pointer, and marks where it would drop. */
function startDrag(list: HTMLElement, chip: HTMLElement, { clientX, clientY }: PointerEvent) {
  let pointer = { x: clientX, y: clientY };
  let shift = { x: 0, y: 0 };
  let marked: Element | undefined;
  const { left, top } = chip.getBoundingClientRect();
  const grip = { x: clientX - left, y: clientY - top };
  const listOthers = () => [...list.children].filter((child) => child !== chip);
  // The list may change during a drag.
  const findFrom = () => [...list.children].indexOf(chip);
  let to = findFrom();
  chip.dataset['dragged'] = '';

  const mark = (element?: Element, side = '') => {
    marked?.removeAttribute('data-drop');
    element?.setAttribute('data-drop', side);
    marked = element;
  };
  /** Returns a chip beside the place where it would drop. */
  const follow = (): Element | undefined => {
    const others = listOthers();
    to = findDropIndex(
      others.map((other) => other.getBoundingClientRect()),
      pointer,
    );
    const next = others[to];
    if (to === findFrom()) mark();
    else if (next) mark(next, 'before');
    else mark(others.at(-1), 'after');
    const box = chip.getBoundingClientRect();
    shift = { x: shift.x + pointer.x - grip.x - box.left, y: shift.y + pointer.y - grip.y - box.top };
    chip.style.transform = `translate(${shift.x}px, ${shift.y}px)`;
    return next ?? others.at(-1);
  };
  return {
    moveTo(event: PointerEvent): void {
      pointer = { x: event.clientX, y: event.clientY };
      follow()?.scrollIntoView({ block: 'nearest' });
    },
    /** After scrolling, which moves the chips but not the pointer. */
    follow,
    getIndexes() {
      const from = findFrom();
      return from < 0 ? undefined : { from, to };
    },
    end(): void {
      mark();
      delete chip.dataset['dragged'];
      chip.style.transform = '';
    },
  };
}

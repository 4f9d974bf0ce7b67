import { useRef, type MouseEvent, type PointerEvent } from 'react';
import { isOnSelectMark } from './cell-marks.tsx';

/** 'undo': what the first click of a double click has chosen. */
export type Choice = 'toggle' | 'range' | 'add-range' | 'undo';

interface Options {
  onChoose: (how: Choice) => void;
  onOpen: () => void;
  /** Whether a click selects instead of opening. */
  isSelecting: () => boolean;
}

const LONG_PRESS_MS = 450;

/** A click or a tap opens. With Ctrl or Shift, on the mark, by a long press or while pictures are selected, it selects. */
export function usePress({ onChoose, onOpen, isSelecting }: Options) {
  const press = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasLongPress = useRef(false);
  const isTouch = useRef(false);
  const hasToggled = useRef(false);
  const endPress = () => clearTimeout(press.current);
  return {
    onPointerDown: ({ pointerType }: PointerEvent) => {
      isTouch.current = pointerType === 'touch';
      wasLongPress.current = false;
      if (!isTouch.current) return;
      press.current = setTimeout(() => {
        wasLongPress.current = true;
        onChoose('toggle');
      }, LONG_PRESS_MS);
    },
    onPointerUp: endPress,
    onPointerCancel: endPress,
    onPointerLeave: endPress,
    onContextMenu: (event: MouseEvent) => isTouch.current && event.preventDefault(),
    onClick: (event: MouseEvent) => {
      endPress();
      // Space and Enter click too, without a pointer; the list handles them.
      if (event.detail === 0 || wasLongPress.current) return;
      // The second click of a double click.
      if (event.detail === 2 && !isTouch.current) return;
      const hasControl = event.ctrlKey || event.metaKey;
      hasToggled.current = false;
      if (event.shiftKey) return onChoose(hasControl ? 'add-range' : 'range');
      // A finger cannot see the mark before it touches it.
      if (hasControl || (!isTouch.current && isOnSelectMark(event))) return onChoose('toggle');
      if (!isSelecting()) return onOpen();
      hasToggled.current = true;
      onChoose('toggle');
    },
    onDoubleClick: () => {
      if (isTouch.current || !hasToggled.current) return;
      onChoose('undo');
      onOpen();
    },
  };
}

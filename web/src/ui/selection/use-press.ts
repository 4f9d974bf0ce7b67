import { useRef, type MouseEvent, type PointerEvent } from 'react';

/** 'undo': what the first click of a double click has chosen. */
export type Choice = 'only' | 'toggle' | 'range' | 'add-range' | 'undo';

interface Options {
  onChoose: (how: Choice) => void;
  onOpen: () => void;
  /** Whether a tap selects instead of opening. */
  isSelecting: () => boolean;
}

const LONG_PRESS_MS = 450;

/** A click selects and a double click opens, as in file managers; a tap opens and a long press selects, as on phones. */
export function usePress({ onChoose, onOpen, isSelecting }: Options) {
  const press = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasLongPress = useRef(false);
  const isTouch = useRef(false);
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
      if (isTouch.current) return isSelecting() ? onChoose('toggle') : onOpen();
      const hasControl = event.ctrlKey || event.metaKey;
      if (event.shiftKey) return onChoose(hasControl ? 'add-range' : 'range');
      onChoose(hasControl ? 'toggle' : 'only');
    },
    onDoubleClick: () => {
      if (isTouch.current) return;
      onChoose('undo');
      onOpen();
    },
  };
}

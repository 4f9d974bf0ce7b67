import { useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { findKeyAction, type Targets } from './grid-keys.ts';
import {
  addAll,
  keepShown,
  NOTHING,
  selectRange,
  toggle,
  type FindMembers,
  type Selection,
} from './selection.ts';
import type { Choice } from './use-press.ts';

/** Where a selection outlives the page. */
interface Memory {
  read: () => Selection;
  write: (selection: Selection) => void;
}
const NO_MEMORY: Memory = { read: () => NOTHING, write: () => undefined };

/** Which of the pictures are selected. They are in the order in which they are shown. */
export function useSelection<Picture extends { key: string }>(
  pictures: readonly Picture[],
  { read, write } = NO_MEMORY,
) {
  const order = useMemo(() => pictures.map(({ key }) => key), [pictures]);
  const [chosen, setChosen] = useState(read);
  const setSelection = (next: Selection) => {
    setChosen(next);
    write(next);
  };
  const selection = useMemo(() => keepShown(chosen, order), [chosen, order]);
  const selected = pictures.filter(({ key }) => selection.keys.has(key));
  return { order, selection, selected, setSelection };
}

/** What the cells of a grid tell it. */
export interface CellEvents<Picture> {
  /** The focus has come, by a key or by a screen reader. */
  onReach: (picture: Picture) => void;
  onChoose: (picture: Picture, how: Choice) => void;
  onOpen: (picture: Picture) => void;
  onStar: (picture: Picture) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  /** Whether a click selects instead of opening. */
  isSelecting: () => boolean;
}

interface Options<Picture extends { key: string }, Place> {
  pictures: ReturnType<typeof useSelection<Picture>>;
  /** The picture that has the focus. */
  current: Picture | undefined;
  targets: Targets<Place>;
  findPicture: (place: Place) => Picture | undefined;
  onFocus: (place: Place) => void;
  /** The picture has the focus now. */
  onReach: (picture: Picture) => void;
  onChoose: (picture: Picture) => void;
  onOpen: (picture: Picture) => void;
  /** Stars the pictures, or removes their stars if the pressed one is starred. */
  onStar: (pictures: readonly Picture[], pressed: Picture) => void;
  /** Compares the selected pictures; of none or one, what the current one is compared with. */
  onCompare?: (current: Picture) => void;
  /** Escape closes this before it clears the selection. False if there was nothing to close. */
  onEscape?: () => boolean;
  findMembers?: FindMembers | undefined;
  /** Also the first click selects, and nothing but a click or Clear takes a picture out. */
  clickToggles?: boolean;
}

/** Selects pictures with mouse, touch and keyboard. The same functions in every render: while the page scrolls, only new cells render. */
export function usePictureGrid<Picture extends { key: string }, Place>(
  options: Options<Picture, Place>,
): CellEvents<Picture> {
  const { pictures, current, targets, findPicture, onFocus, onOpen, onStar, clickToggles = false } = options;
  const { onCompare, onEscape, findMembers } = options;
  const { order, selection, selected, setSelection } = pictures;
  const beforeClick = useRef(selection);
  const events: CellEvents<Picture> = {
    onReach: options.onReach,
    onChoose: (picture, how) => {
      options.onChoose(picture);
      if (how === 'undo') return setSelection(beforeClick.current);
      beforeClick.current = selection;
      const { key } = picture;
      if (how === 'toggle') setSelection(toggle(selection, key, findMembers));
      else
        setSelection(
          selectRange(selection, order, key, { adds: clickToggles || how === 'add-range', findMembers }),
        );
    },
    onOpen,
    onStar: (picture) => onStar([picture], picture),
    onKeyDown: (event) => {
      const act = findKeyAction(event, targets);
      if (!act) return;
      event.preventDefault();
      if (act.kind === 'focus') {
        onFocus(act.place);
        const next = findPicture(act.place);
        const anchored = { ...selection, anchor: selection.anchor ?? current?.key };
        if (event.shiftKey && current && next)
          setSelection(selectRange(anchored, order, next.key, { adds: clickToggles, findMembers }));
      }
      if (act.kind === 'all') setSelection(addAll(NOTHING, order));
      if (act.kind === 'clear' && onEscape?.() !== true && !clickToggles) setSelection(NOTHING);
      if (!current) return;
      if (act.kind === 'toggle') setSelection(toggle(selection, current.key, findMembers));
      if (act.kind === 'open') onOpen(current);
      if (act.kind === 'compare') onCompare?.(current);
      // All selected ones, if it is one of them.
      if (act.kind === 'star') onStar(selection.keys.has(current.key) ? selected : [current], current);
    },
    isSelecting: () => clickToggles || selection.keys.size > 0,
  };
  const latest = useRef(events);
  useLayoutEffect(() => {
    latest.current = events;
  });
  return useMemo(
    () => ({
      onReach: (picture) => latest.current.onReach(picture),
      onChoose: (picture, how) => latest.current.onChoose(picture, how),
      onOpen: (picture) => latest.current.onOpen(picture),
      onStar: (picture) => latest.current.onStar(picture),
      onKeyDown: (event) => latest.current.onKeyDown(event),
      isSelecting: () => latest.current.isSelecting(),
    }),
    [],
  );
}

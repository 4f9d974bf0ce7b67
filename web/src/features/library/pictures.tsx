import type { LibraryBatch } from '@portal/contracts/library';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useWidth } from '../../shared/batches/use-width.ts';
import { Spinner } from '../../shared/ui/loading.tsx';
import { VISUALLY_HIDDEN } from '../../shared/ui/visually-hidden.ts';
import { BatchHeader } from './batch-header.tsx';
import { LibraryViewer } from './library-viewer.tsx';
import { DayJump } from './day-jump.tsx';
import styles from './library.module.css';
import { findPictures, GAP, listRows, type ShownBatch, type ShownPicture } from './model/list-rows.ts';
import {
  addAll,
  keepShown,
  NOTHING,
  removeAll,
  selectOnly,
  selectRange,
  toggle,
} from '../../shared/selection/selection.ts';
import { cellId, PictureCell, type CellEvents } from './picture-cell.tsx';
import { findKeyAction } from './picture-keys.ts';
import { SelectionBar } from './selection-bar.tsx';
import { usePictureActions } from './use-picture-actions.ts';

interface Props {
  /** All that are loaded. */
  all: readonly LibraryBatch[];
  /** Those that match the search. */
  shown: readonly ShownBatch[];
  rowHeight: number;
  hasMore: boolean;
  isSearching: boolean;
  isError: boolean;
  onLoadMore: () => void;
}

interface Viewed {
  key: string;
  order: readonly string[];
  isOpen: boolean;
  /** How many times. */
  opened: number;
}

/** Rows beyond the screen that are rendered. */
const OVERSCAN = 4;
/** The next page loads when fewer rows than this are left. */
const ROWS_BEFORE_END = 8;

/** The rows of pictures, the selection, and the viewer. */
export function Pictures({ all, shown, rowHeight, hasMore, isSearching, isError, onLoadMore }: Props) {
  const [width, list] = useWidth();
  const element = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const rows = useMemo(
    () => (width > 0 ? listRows(shown, { width, height: Math.min(rowHeight, width), now: Date.now() }) : []),
    [shown, width, rowHeight],
  );
  const pictures = useMemo(() => shown.flatMap((each) => each.pictures), [shown]);
  const order = useMemo(() => pictures.map(({ key }) => key), [pictures]);
  const byKey = useMemo(() => new Map(pictures.map((picture) => [picture.key, picture])), [pictures]);

  const [chosen, setSelection] = useState(NOTHING);
  const selection = useMemo(() => keepShown(chosen, order), [chosen, order]);
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const markedPictures = useMemo(() => findPictures(all, [...marked]), [all, marked]);
  const [current, setCurrent] = useState<string>();
  const [viewed, setViewed] = useState<Viewed>();
  // In the order from when it opened: a picture that no longer matches the search stays in its place.
  const viewedPictures = useMemo(() => findPictures(all, viewed?.order ?? []), [all, viewed?.order]);
  const actions = usePictureActions();

  useLayoutEffect(() => setTop(element.current?.offsetTop ?? 0), [width, shown]);
  // oxlint-disable-next-line react/incompatible-library -- the list rerenders on every scroll anyway
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => rows[index]?.height ?? 0,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: OVERSCAN,
    scrollMargin: top,
  });
  useLayoutEffect(() => virtual.measure(), [virtual, rows]);
  const items = virtual.getVirtualItems();
  const lastIndex = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isError && width > 0 && lastIndex >= rows.length - ROWS_BEFORE_END) onLoadMore();
  }, [hasMore, isError, width, lastIndex, rows.length, onLoadMore]);

  const focusKey = current !== undefined && byKey.has(current) ? current : order[0];
  const focus = (key: string) => {
    setCurrent(key);
    const row = rows.findIndex(
      (each) => each.kind === 'pictures' && each.pictures.some((picture) => picture.key === key),
    );
    virtual.scrollToIndex(row, { align: 'auto' });
    // It may not be rendered yet.
    requestAnimationFrame(() => document.getElementById(cellId(key))?.focus({ preventScroll: true }));
  };
  const open = ({ key }: ShownPicture) => {
    setCurrent(key);
    setViewed((before) => ({ key, order, isOpen: true, opened: (before?.opened ?? 0) + 1 }));
  };
  const events = useStableEvents({
    onOpen: open,
    onKeyDown: (event) => onKeyDown(event),
    isSelecting: () => selection.keys.size > 0,
    onChoose: ({ key }, how) => {
      setCurrent(key);
      if (how === 'only') setSelection(selectOnly(key));
      else if (how === 'toggle') setSelection(toggle(selection, key));
      else setSelection(selectRange(selection, order, key, how === 'add-range'));
    },
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const shownPicture = focusKey === undefined ? undefined : byKey.get(focusKey);
    const act = shownPicture && findKeyAction(event, { rows, order, current: shownPicture.key });
    if (!act || !shownPicture) return;
    event.preventDefault();
    if (act.kind === 'focus') {
      focus(act.key);
      if (event.shiftKey) setSelection(selectRange(anchored(selection, shownPicture.key), order, act.key));
    }
    if (act.kind === 'toggle') setSelection(toggle(selection, shownPicture.key));
    if (act.kind === 'open') open(shownPicture);
    if (act.kind === 'star') star(shownPicture);
    if (act.kind === 'all') setSelection(addAll(NOTHING, order));
    if (act.kind === 'clear') setSelection(NOTHING);
  };
  /** All selected ones, if the picture is one of them. */
  const star = (picture: ShownPicture) => {
    const own = selection.keys.has(picture.key)
      ? pictures.filter(({ key }) => selection.keys.has(key))
      : [picture];
    actions.star(own, !picture.picture.isStarred);
  };

  /** Without a selection there is no bar, which had the focus. */
  const changeSelection = (next: typeof NOTHING) => {
    setSelection(next);
    if (next.keys.size === 0 && focusKey !== undefined)
      document.getElementById(cellId(focusKey))?.focus({ preventScroll: true });
  };
  /** Moves the focus to a neighbor: it would be lost with the pictures and the bar. */
  const remove = (pictures: readonly ShownPicture[]) => {
    const gone = new Set(pictures.map(({ key }) => key));
    const first = order.findIndex((key) => gone.has(key));
    const rest = [...order.slice(first), ...order.slice(0, first).toReversed()];
    const next = rest.find((key) => !gone.has(key));
    actions.remove(pictures);
    if (next !== undefined) focus(next);
    else requestAnimationFrame(() => document.getElementById('content')?.focus());
  };

  return (
    <>
      <DayJump rows={rows} onJump={(index) => virtual.scrollToIndex(index, { align: 'start' })} />
      <p id="library-keys" style={VISUALLY_HIDDEN}>
        Arrow keys move, Space selects, Enter opens, S stars, Shift with an arrow key selects a range.
      </p>
      <div ref={list}>
        <div
          ref={element}
          role="group"
          aria-label="Pictures"
          aria-describedby="library-keys"
          className={styles['list']}
          style={{ height: virtual.getTotalSize() }}
        >
          {items.map(({ index, key, start }) => {
            const row = rows[index];
            if (!row) return undefined;
            const style = { transform: `translateY(${start - top}px)` };
            return row.kind === 'header' ? (
              <BatchHeader
                key={key}
                style={{ ...style, height: row.height }}
                shown={row.shown}
                day={row.day}
                isSelected={
                  row.shown.pictures.length > 0 &&
                  row.shown.pictures.every((each) => selection.keys.has(each.key))
                }
                onSelect={(isSelected) => {
                  const keys = row.shown.pictures.map((each) => each.key);
                  setSelection(isSelected ? addAll(selection, keys) : removeAll(selection, keys));
                }}
              />
            ) : (
              <div key={key} className={styles['row']} style={{ ...style, height: row.height - GAP }}>
                {row.pictures.map((picture) => (
                  <PictureCell
                    key={picture.key}
                    shown={picture}
                    width={picture.ratio * (row.height - GAP)}
                    isSelected={selection.keys.has(picture.key)}
                    isMarked={marked.has(picture.key)}
                    isCurrent={picture.key === focusKey}
                    {...events}
                  />
                ))}
              </div>
            );
          })}
        </div>
      </div>
      {hasMore && (
        <p role="status" style={{ display: 'flex', alignItems: 'center', gap: 8, minHeight: 32 }}>
          <Spinner size={14} /> {isSearching ? 'Searching older pictures' : 'Loading older pictures'}
        </p>
      )}
      <SelectionBar
        selected={pictures.filter(({ key }) => selection.keys.has(key))}
        marked={markedPictures}
        order={order}
        selection={selection}
        actions={actions}
        onSelection={changeSelection}
        onDelete={remove}
        onClearMarks={() => setMarked(new Set())}
      />
      {viewed && (
        <LibraryViewer
          key={viewed.opened}
          isOpen={viewed.isOpen && viewedPictures.some(({ key }) => key === viewed.key)}
          pictures={viewedPictures}
          current={viewed.key}
          marked={marked}
          onMark={(key, isMarked) => {
            const next = new Set(marked);
            if (isMarked) next.add(key);
            else next.delete(key);
            setMarked(next);
          }}
          onStar={(picture, isStarred) => actions.star([picture], isStarred)}
          onMove={(key) => setViewed({ ...viewed, key })}
          onClose={() => {
            setViewed({ ...viewed, isOpen: false });
            focus(viewed.key);
          }}
        />
      )}
    </>
  );
}

/** The same functions in every render: while the page scrolls, only new cells render. */
function useStableEvents(events: CellEvents): CellEvents {
  const latest = useRef(events);
  useLayoutEffect(() => {
    latest.current = events;
  });
  return useMemo(
    () => ({
      onOpen: (shown) => latest.current.onOpen(shown),
      onKeyDown: (event) => latest.current.onKeyDown(event),
      isSelecting: () => latest.current.isSelecting(),
      onChoose: (shown, how) => latest.current.onChoose(shown, how),
    }),
    [],
  );
}

const anchored = (selection: typeof NOTHING, key: string) =>
  selection.anchor === undefined ? { ...selection, anchor: key } : selection;

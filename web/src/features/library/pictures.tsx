import type { LibraryBatch } from '@portal/contracts/library';
import { useEffect, useMemo, useRef, useState } from 'react';
import { listCellPictures, readSelected } from '../../pictures/checks/arrange-stacks.ts';
import { useStackCells } from '../../pictures/checks/use-stack-cells.ts';
import { CompareDialog } from '../../pictures/compare/compare-dialog.tsx';
import { listCompared } from '../../pictures/compare/list-compared.ts';
import { useMarks } from '../../pictures/marks/use-marks.ts';
import { useWidth } from '../../pictures/batches/use-width.ts';
import { addAll, NOTHING, removeAll, type Selection } from '../../ui/selection/selection.ts';
import { usePictureGrid, useSelection } from '../../ui/selection/use-picture-grid.ts';
import { useWindowRows } from '../../ui/selection/use-window-rows.ts';
import { Spinner } from '../../ui/loading.tsx';
import { useNow } from '../../ui/use-now.ts';
import { VISUALLY_HIDDEN } from '../../ui/visually-hidden.ts';
import { BatchHeader } from './batch-header.tsx';
import { LibraryViewer, toBatchPicture } from './library-viewer.tsx';
import { DayJump } from './day-jump.tsx';
import styles from './library.module.css';
import {
  findPictures,
  GAP,
  listRows,
  type Row,
  type ShownBatch,
  type ShownCell,
  type ShownPicture,
} from './model/list-rows.ts';
import { cellId, PictureCell } from './picture-cell.tsx';
import { listTargets } from './picture-keys.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useChoosing } from './use-choosing.ts';
import { usePictureActions } from './use-picture-actions.ts';

interface Props {
  /** All that are loaded. */
  all: readonly LibraryBatch[];
  /** Those that match the search. */
  shown: readonly ShownBatch[];
  /** How alike pictures of a stack are. */
  likeness: number;
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

/** In every time zone, a day starts with a tick. */
const TICK_MS = 15 * 60 * 1000;
/** The next page loads when fewer rows than this are left. */
const ROWS_BEFORE_END = 8;

const keyOf = ({ key }: Row) => key;

/** The rows of pictures, the selection, and the viewer. */
export function Pictures(props: Props) {
  const { all, shown, likeness, rowHeight, hasMore, isSearching, isError, onLoadMore } = props;
  const [width, container] = useWidth();
  const list = useRef<HTMLDivElement>(null);
  const now = useNow(TICK_MS);
  const stacks = useStackCells(shown);
  const { cells } = stacks;
  const rows = useMemo(() => {
    const batches = shown.map((batch, index) => ({ ...batch, cells: cells[index] ?? batch.pictures }));
    return width > 0 ? listRows(batches, { width, height: Math.min(rowHeight, width), now }) : [];
  }, [shown, cells, width, rowHeight, now]);
  const byKey = useMemo(() => new Map(cells.flat().map((cell) => [cell.key, cell])), [cells]);
  /** Of cells, as arrow keys and the viewer follow it. */
  const cellOrder = useMemo(() => [...byKey.keys()], [byKey]);

  const selectable = useSelection<ShownPicture>(stacks.pictures);
  const { order, selection, selected, setSelection } = selectable;
  const [marked, changeMarked] = useMarks();
  const markedPictures = useMemo(() => findPictures(all, [...marked]), [all, marked]);
  const [current, setCurrent] = useState<string>();
  const [viewed, setViewed] = useState<Viewed>();
  // In the order from when it opened: a picture that no longer matches the search stays in its place.
  const viewedPictures = useMemo(() => findPictures(all, viewed?.order ?? []), [all, viewed?.order]);
  const actions = usePictureActions();

  const virtual = useWindowRows(rows, {
    list,
    width,
    heightOf: ({ height }) => height,
    keyOf,
  });
  const lastIndex = virtual.shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isError && width > 0 && lastIndex >= rows.length - ROWS_BEFORE_END) onLoadMore();
  }, [hasMore, isError, width, lastIndex, rows.length, onLoadMore]);

  const shownKey = current === undefined ? undefined : stacks.findShown(current);
  const focusKey = shownKey !== undefined && byKey.has(shownKey) ? shownKey : cellOrder[0];
  /** Without a selection there is no bar, which had the focus. */
  const changeSelection = (next: Selection) => {
    setSelection(next);
    if (next.keys.size === 0 && focusKey !== undefined)
      document.getElementById(cellId(focusKey))?.focus({ preventScroll: true });
  };
  const choosing = useChoosing({ actions, changeMarked, clearSelection: () => changeSelection(NOTHING) });
  const { compare } = choosing;
  const focus = (key: string) => {
    setCurrent(key);
    const row = rows.findIndex(
      (each) => each.kind === 'pictures' && each.pictures.some((picture) => picture.key === key),
    );
    virtual.scrollTo(row, 'auto');
    // It may not be rendered yet.
    requestAnimationFrame(() =>
      // Another picture may be on top of its stack by now.
      (
        document.getElementById(cellId(key)) ?? list.current?.querySelector<HTMLElement>('[tabindex="0"]')
      )?.focus({ preventScroll: true }),
    );
  };
  const open = (cell: ShownCell) => {
    const { key, part } = cell;
    setCurrent(key);
    if (part && !part.isOpen) stacks.toggleStack(cell);
    else setViewed((before) => ({ key, order: cellOrder, isOpen: true, opened: (before?.opened ?? 0) + 1 }));
  };
  const closeStack = (): boolean => {
    const [top] = stacks.open ?? [];
    if (!top) return false;
    stacks.closeStack();
    focus(top.key);
    return true;
  };
  const events = usePictureGrid<ShownCell, string>({
    pictures: selectable,
    current: focusKey === undefined ? undefined : byKey.get(focusKey),
    targets: focusKey === undefined ? {} : listTargets(rows, cellOrder, focusKey),
    findPicture: (key) => byKey.get(key),
    onFocus: focus,
    onReach: ({ key }) => setCurrent(key),
    onChoose: ({ key }) => setCurrent(key),
    onOpen: open,
    onStar: (own, { picture }) => actions.star(own, !picture.isStarred),
    onCompare: (cell) => compare.open(listCompared(cell, selected)),
    onEscape: closeStack,
    findMembers: stacks.findMembers,
  });

  /** Moves the focus to a neighbor: it would be lost with the pictures and the bar. */
  const remove = (pictures: readonly ShownPicture[]) => {
    const gone = new Set(pictures.map(({ key }) => key));
    const first = cellOrder.findIndex((key) => gone.has(key));
    const rest = [...cellOrder.slice(first), ...cellOrder.slice(0, first).toReversed()];
    const next = rest.find((key) => !gone.has(key));
    actions.remove(pictures);
    if (next !== undefined) focus(next);
    else requestAnimationFrame(() => document.getElementById('content')?.focus());
  };

  return (
    <>
      <DayJump rows={rows} onJump={(index) => virtual.scrollTo(index, 'start')} />
      <p id="library-keys" style={VISUALLY_HIDDEN}>
        Arrow keys move, Space selects, Enter opens, S stars, C compares, Shift with an arrow key selects a
        range.
      </p>
      <div ref={container}>
        <div
          ref={list}
          role="group"
          aria-label="Pictures"
          aria-describedby="library-keys"
          className={styles['list']}
          data-selecting={selection.keys.size > 0}
          style={{ height: virtual.height }}
        >
          {virtual.shown.map(({ row, key, transform }) =>
            row.kind === 'header' ? (
              <BatchHeader
                key={key}
                style={{ transform, height: row.height }}
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
              <div key={key} className={styles['row']} style={{ transform, height: row.height - GAP }}>
                {row.pictures.map((picture) => (
                  <PictureCell
                    key={picture.key}
                    shown={picture}
                    width={picture.ratio * (row.height - GAP)}
                    isSelected={readSelected(picture, selection.keys)}
                    markedCount={listCellPictures(picture).filter(({ key }) => marked.has(key)).length}
                    isCurrent={picture.key === focusKey}
                    onToggleStack={stacks.toggleStack}
                    {...events}
                  />
                ))}
              </div>
            ),
          )}
        </div>
      </div>
      {hasMore && (
        <p role="status" style={{ display: 'flex', alignItems: 'center', gap: 8, minHeight: 32 }}>
          <Spinner size={14} /> {isSearching ? 'Searching older pictures' : 'Loading older pictures'}
        </p>
      )}
      <SelectionBar
        selected={selected}
        marked={markedPictures}
        order={order}
        selection={selection}
        actions={actions}
        stack={stacks.open}
        stackCount={stacks.countSelected(selection.keys)}
        onCompare={compare.open}
        onKeepBest={(pictures) => choosing.keepBest(pictures, likeness)}
        onCloseStack={closeStack}
        onSelection={changeSelection}
        onDelete={remove}
        onClearMarks={() => changeMarked(() => new Set())}
      />
      {compare.compared && (
        <CompareDialog
          key={compare.compared.opened}
          isOpen={compare.compared.isOpen}
          pictures={compare.compared.pictures.map(toBatchPicture)}
          hint="It gets a star, and the others are marked for deletion."
          onKeep={(place) => {
            const kept = choosing.keepOne(place);
            if (kept) focus(kept.key);
          }}
          onClose={compare.close}
        />
      )}
      {viewed && (
        <LibraryViewer
          key={viewed.opened}
          isOpen={viewed.isOpen && viewedPictures.some(({ key }) => key === viewed.key)}
          pictures={viewedPictures}
          current={viewed.key}
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

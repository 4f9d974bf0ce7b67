import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useWidth } from '../../../shared/batches/use-width.ts';
import {
  addAll,
  NOTHING,
  removeAll,
  selectOnly,
  selectRange,
  toggle,
  type Selection,
} from '../../../shared/selection/selection.ts';
import { nameModel } from '../../../shared/tools/labels.ts';
import { formatCount } from '../../../shared/ui/count.ts';
import { VISUALLY_HIDDEN } from '../../../shared/ui/visually-hidden.ts';
import { findGridAction } from './grid-keys.ts';
import { layOut, readRatio } from './grid-layout.ts';
import styles from './job-grid.module.css';
import { LaneHeader } from './lane-header.tsx';
import { cellId, PictureCell, type CellEvents } from './picture-cell.tsx';
import type { Cell, SideBySide } from './side-by-side.ts';

interface Props {
  view: SideBySide;
  /** Keys of the pictures that can be selected, row by row. */
  order: readonly string[];
  selection: Selection;
  /** A tap selects, as while pictures are chosen. */
  tapSelects: boolean;
  onSelection: (selection: Selection) => void;
  onOpen: (cell: Cell) => void;
  onStar: (cells: readonly Cell[], isStarred: boolean) => void;
}

/** Rows beyond the screen that are rendered. */
const OVERSCAN = 3;
const BORDER = 1;
/** Its padding and border. */
const SIDES = 18;

/** A row for each prompt and a column for each model. Only rows near the screen are rendered. */
export function SideBySideGrid(props: Props) {
  const { view, order, selection, tapSelects, onSelection, onOpen, onStar } = props;
  const { lanes, rows } = view;
  const [width, container] = useWidth();
  const element = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [current, setCurrent] = useState({ row: 0, lane: 0 });
  const layout = useMemo(
    () =>
      layOut(
        width - 2 * BORDER,
        lanes.map(({ settings }) => settings),
      ),
    [width, lanes],
  );
  useLayoutEffect(() => {
    const box = element.current?.getBoundingClientRect();
    if (box) setTop(box.top + scrollY);
  }, [width, rows.length, lanes.length]);
  // oxlint-disable-next-line react/incompatible-library -- the list rerenders on every scroll anyway
  const virtual = useWindowVirtualizer({
    count: width > 0 ? rows.length : 0,
    estimateSize: () => layout.rowHeight,
    overscan: OVERSCAN,
    scrollMargin: top,
  });
  useLayoutEffect(() => virtual.measure(), [virtual, layout.rowHeight]);

  const currentRow = Math.min(current.row, Math.max(rows.length - 1, 0));
  const findCell = (row: number, lane: number) => rows[row]?.cells.find((cell) => cell.lane === lane);
  const focus = (row: number, lane: number) => {
    setCurrent({ row, lane });
    virtual.scrollToIndex(row, { align: 'auto' });
    // It may not be rendered yet.
    requestAnimationFrame(() => document.getElementById(cellId(row, lane))?.focus({ preventScroll: false }));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { lane } = current;
    const act = findGridAction(event, { rows: rows.length, lanes: lanes.length, row: currentRow, lane });
    if (!act) return;
    event.preventDefault();
    const cell = findCell(currentRow, lane);
    const isMade = cell?.url !== undefined;
    if (act.kind === 'focus') {
      focus(act.row, act.lane);
      const next = findCell(act.row, act.lane);
      if (event.shiftKey && isMade && next?.url !== undefined) {
        const anchored = selection.anchor === undefined ? { ...selection, anchor: cell.key } : selection;
        onSelection(selectRange(anchored, order, next.key));
      }
    }
    if (act.kind === 'toggle' && isMade) onSelection(toggle(selection, cell.key));
    if (act.kind === 'open' && isMade) onOpen(cell);
    if (act.kind === 'star' && isMade) star(cell);
    if (act.kind === 'all') onSelection(addAll(NOTHING, order));
    if (act.kind === 'clear') onSelection(NOTHING);
  };
  /** All selected ones, if the picture is one of them. */
  const star = (cell: Cell) => {
    const chosen = selection.keys.has(cell.key)
      ? rows.flatMap(({ cells }) => cells.filter(({ key }) => selection.keys.has(key)))
      : [cell];
    onStar(chosen, !cell.isStarred);
  };
  const events = useStableEvents({
    onOpen: (cell) => {
      setCurrent(cell);
      onOpen(cell);
    },
    onStar: (cell) => onStar([cell], !cell.isStarred),
    onKeyDown,
    isSelecting: () => tapSelects || selection.keys.size > 0,
    onChoose: (cell, how) => {
      setCurrent({ row: cell.row, lane: cell.lane });
      document.getElementById(cellId(cell.row, cell.lane))?.focus({ preventScroll: true });
      if (how === 'only') onSelection(tapSelects ? toggle(selection, cell.key) : selectOnly(cell.key));
      else if (how === 'toggle') onSelection(toggle(selection, cell.key));
      else onSelection(selectRange(selection, order, cell.key, how === 'add-range'));
    },
  });

  const columnOffset = 2;
  return (
    <div ref={container}>
      <div
        role="grid"
        aria-label="Side by side"
        aria-multiselectable
        aria-rowcount={rows.length + 1}
        aria-colcount={lanes.length + 1}
        aria-describedby="job-grid-keys"
        className={styles['grid']}
        style={{ maxWidth: layout.width + 2 * BORDER }}
      >
        <p id="job-grid-keys" style={VISUALLY_HIDDEN}>
          Arrow keys move, Space selects, Enter opens, S stars, Shift with an arrow key selects a range.
        </p>
        <div ref={head} role="rowgroup" className={styles['head']}>
          <div
            role="row"
            aria-rowindex={1}
            className={styles['headRow']}
            style={{ gridTemplateColumns: layout.columns, width: layout.width }}
          >
            {layout.isPromptBeside && (
              <div role="columnheader" aria-colindex={1} className={styles['lane']}>
                <span className={styles['laneName']}>Prompt</span>
                <span className={styles['laneFacts']}>{formatCount(rows.length)}</span>
              </div>
            )}
            {lanes.map((lane) => {
              const keys = rows.flatMap(({ cells }) =>
                cells.flatMap((cell) => (cell.lane === lane.index && cell.url !== undefined ? cell.key : [])),
              );
              return (
                <LaneHeader
                  key={lane.index}
                  lane={lane}
                  columnIndex={lane.index + columnOffset}
                  areAllSelected={keys.length > 0 && keys.every((key) => selection.keys.has(key))}
                  onSelect={(isSelected) =>
                    onSelection(isSelected ? addAll(selection, keys) : removeAll(selection, keys))
                  }
                />
              );
            })}
          </div>
        </div>
        <div
          className={styles['body']}
          role="presentation"
          onScroll={({ currentTarget }) => {
            if (head.current) head.current.scrollLeft = currentTarget.scrollLeft;
          }}
        >
          <div
            ref={element}
            role="rowgroup"
            className={styles['rows']}
            style={{ height: virtual.getTotalSize(), width: layout.width }}
          >
            {virtual.getVirtualItems().map(({ index, key, start }) => {
              const row = rows[index];
              if (!row) return undefined;
              return (
                <div
                  key={key}
                  role="row"
                  aria-rowindex={index + 2}
                  className={styles['row']}
                  style={{
                    transform: `translateY(${start - top}px)`,
                    height: layout.rowHeight,
                    gridTemplateColumns: layout.columns,
                  }}
                >
                  <div
                    role="rowheader"
                    aria-colindex={1}
                    className={styles['prompt']}
                    // Stays in view while the row scrolls.
                    {...(!layout.isPromptBeside && { style: { width: width - SIDES } })}
                    title={row.prompt}
                  >
                    <span className={styles['promptNumber']}>{index + 1}</span>
                    <span className={styles['promptText']}>{row.prompt}</span>
                  </div>
                  {row.cells.map((cell) => {
                    const settings = lanes[cell.lane]?.settings;
                    const ratio = settings ? readRatio(settings) : 1;
                    const pictureWidth = Math.min(layout.laneWidth, layout.pictureHeight * ratio);
                    const height = Math.min(layout.pictureHeight, pictureWidth / ratio);
                    return (
                      <PictureCell
                        key={cell.key}
                        cell={cell}
                        laneName={settings ? nameModel(settings.model) : ''}
                        prompt={row.prompt}
                        width={pictureWidth}
                        height={height}
                        columnIndex={cell.lane + columnOffset}
                        column={cell.lane + (layout.isPromptBeside ? 2 : 1)}
                        isSelected={selection.keys.has(cell.key)}
                        isCurrent={index === currentRow && cell.lane === current.lane}
                        {...events}
                      />
                    );
                  })}
                </div>
              );
            })}
          </div>
        </div>
      </div>
    </div>
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
      onOpen: (cell) => latest.current.onOpen(cell),
      onStar: (cell) => latest.current.onStar(cell),
      onKeyDown: (event) => latest.current.onKeyDown(event),
      isSelecting: () => latest.current.isSelecting(),
      onChoose: (cell, how) => latest.current.onChoose(cell, how),
    }),
    [],
  );
}

import { useImperativeHandle, useMemo, useRef, useState, type Ref } from 'react';
import { useWidth } from '../../../pictures/batches/use-width.ts';
import { addAll, removeAll } from '../../../ui/selection/selection.ts';
import { usePictureGrid, type useSelection } from '../../../ui/selection/use-picture-grid.ts';
import { useWindowRows } from '../../../ui/selection/use-window-rows.ts';
import { nameModel } from '@portal/contracts/provider-labels';
import { formatCount } from '../../../ui/count.ts';
import { VISUALLY_HIDDEN } from '../../../ui/visually-hidden.ts';
import { listTargets, type GridHandle, type Place } from './grid-keys.ts';
import { layOut } from './grid-layout.ts';
import styles from './job-grid.module.css';
import { LaneHeader } from './lane-header.tsx';
import { cellId, PictureCell } from './picture-cell.tsx';
import type { Cell, Row, SideBySide } from './side-by-side.ts';

interface Props {
  ref: Ref<GridHandle>;
  view: SideBySide;
  /** Those that can be selected. */
  pictures: ReturnType<typeof useSelection<Cell>>;
  /** A click or a tap adds to the selection, as while pictures are chosen. */
  clickToggles: boolean;
  onOpen: (cell: Cell) => void;
  onStar: (cells: readonly Cell[], isStarred: boolean) => void;
  onCompare: (cell: Cell) => void;
}

const BORDER = 1;
/** Its padding and border. */
const SIDES = 18;

const keyOf = ({ index }: Row) => index;

/** A row for each prompt and a column for each model. Only rows near the screen are rendered. */
export function SideBySideGrid(props: Props) {
  const { ref, view, pictures, clickToggles, onOpen, onStar, onCompare } = props;
  const { selection, setSelection } = pictures;
  const { lanes, rows } = view;
  const [width, container] = useWidth();
  const list = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<Place>({ row: 0, lane: 0 });
  const layout = useMemo(
    () =>
      layOut(
        width - 2 * BORDER,
        lanes.map(({ settings }) => settings),
      ),
    [width, lanes],
  );
  const virtual = useWindowRows(rows, {
    list,
    width,
    heightOf: () => layout.rowHeight,
    keyOf,
  });

  const place = { row: Math.min(current.row, Math.max(rows.length - 1, 0)), lane: current.lane };
  const findMade = ({ row, lane }: Place) =>
    rows[row]?.cells.find((cell) => cell.lane === lane && cell.url !== undefined);
  const focus = (next: Place) => {
    setCurrent(next);
    virtual.scrollTo(next.row, 'auto');
    // It may not be rendered yet.
    requestAnimationFrame(() => document.getElementById(cellId(next))?.focus());
  };
  useImperativeHandle(ref, () => ({ focusCell: focus }));
  const events = usePictureGrid({
    pictures,
    current: findMade(place),
    targets: listTargets(rows.length, lanes.length, place),
    findPicture: findMade,
    onFocus: focus,
    onReach: setCurrent,
    onChoose: (cell) => {
      setCurrent(cell);
      document.getElementById(cellId(cell))?.focus({ preventScroll: true });
    },
    onOpen: (cell) => {
      setCurrent(cell);
      onOpen(cell);
    },
    onStar: (cells, { isStarred }) => onStar(cells, !isStarred),
    onCompare,
    clickToggles,
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
        data-selecting={clickToggles || selection.keys.size > 0}
      >
        <p id="job-grid-keys" style={VISUALLY_HIDDEN}>
          Arrow keys move, Space selects, Enter opens, S stars, C compares, Shift with an arrow key selects a
          range.
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
                    setSelection(isSelected ? addAll(selection, keys) : removeAll(selection, keys))
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
            ref={list}
            role="rowgroup"
            className={styles['rows']}
            style={{ height: virtual.height, width: layout.width }}
          >
            {virtual.shown.map(({ row, index, key, transform }) => (
              <div
                key={key}
                role="row"
                aria-rowindex={index + 2}
                className={styles['row']}
                style={{
                  transform,
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
                  return (
                    <PictureCell
                      key={cell.key}
                      cell={cell}
                      laneName={settings ? nameModel(settings.model) : ''}
                      prompt={row.prompt}
                      width={layout.pictures[cell.lane]?.width ?? 0}
                      height={layout.pictures[cell.lane]?.height ?? 0}
                      columnIndex={cell.lane + columnOffset}
                      column={cell.lane + (layout.isPromptBeside ? 2 : 1)}
                      isSelected={selection.keys.has(cell.key)}
                      isCurrent={index === place.row && cell.lane === place.lane}
                      {...events}
                    />
                  );
                })}
              </div>
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

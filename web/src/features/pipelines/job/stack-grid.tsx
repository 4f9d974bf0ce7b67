import { useMemo, useRef, useState } from 'react';
import { useWidth } from '../../../pictures/batches/use-width.ts';
import { readSelected, type StackCell } from '../../../pictures/checks/arrange-stacks.ts';
import { nameModel } from '../../../pictures/registered-tools/labels.ts';
import { usePictureGrid, type useSelection } from '../../../ui/selection/use-picture-grid.ts';
import type { FindMembers } from '../../../ui/selection/selection.ts';
import { useWindowRows } from '../../../ui/selection/use-window-rows.ts';
import { VISUALLY_HIDDEN } from '../../../ui/visually-hidden.ts';
import { readRatio } from './grid-layout.ts';
import styles from './job-grid.module.css';
import { cellId, PictureCell } from './picture-cell.tsx';
import type { Cell, SideBySide } from './side-by-side.ts';
import { layOutStacks, listStackTargets } from './stack-layout.ts';

interface Props {
  label: string;
  view: SideBySide;
  cells: readonly StackCell<Cell>[];
  /** Those that can be selected, also in closed stacks. */
  pictures: ReturnType<typeof useSelection<Cell>>;
  clickToggles: boolean;
  findMembers: FindMembers;
  onOpen: (cell: StackCell<Cell>) => void;
  onToggleStack: (cell: StackCell<Cell>) => void;
  onStar: (cells: readonly Cell[], isStarred: boolean) => void;
  onCompare: (cell: StackCell<Cell>) => void;
  /** False if no stack was open. */
  onCloseStack: () => boolean;
}

interface StackRow {
  index: number;
  cells: readonly StackCell<Cell>[];
}

const keyOf = ({ index }: StackRow) => index;

/** A job's pictures with alike ones stacked, or some of them. There is no row for each prompt. */
export function StackGrid(props: Props) {
  const { view, cells, pictures, clickToggles, findMembers, onToggleStack, onCompare, onCloseStack } = props;
  const { selection } = pictures;
  const [width, container] = useWidth();
  const list = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string>();
  const { lanes } = view;
  const layout = useMemo(
    () =>
      layOutStacks(
        width,
        lanes.map(({ settings }) => readRatio(settings)),
      ),
    [width, lanes],
  );
  const { columns } = layout;
  const rows = useMemo(
    () =>
      Array.from({ length: Math.ceil(cells.length / columns) }, (_, index): StackRow => ({
        index,
        cells: cells.slice(index * columns, (index + 1) * columns),
      })),
    [cells, columns],
  );
  const virtual = useWindowRows(rows, { list, width, heightOf: () => layout.rowHeight, keyOf });
  // The current picture may be in a closed stack by now.
  const currentAt = cells.findIndex(({ key }) => current !== undefined && findMembers(key).includes(current));
  const place = Math.max(currentAt, 0);
  const events = usePictureGrid<StackCell<Cell>, number>({
    pictures,
    current: cells[place],
    targets: listStackTargets(cells.length, columns, place),
    findPicture: (at) => cells[at],
    onFocus: (at) => {
      const cell = cells[at];
      if (!cell) return;
      setCurrent(cell.key);
      virtual.scrollTo(Math.floor(at / columns), 'auto');
      // It may not be rendered yet.
      requestAnimationFrame(() => document.getElementById(cellId(cell))?.focus());
    },
    onChoose: (cell) => {
      setCurrent(cell.key);
      document.getElementById(cellId(cell))?.focus({ preventScroll: true });
    },
    onOpen: (cell) => {
      setCurrent(cell.key);
      props.onOpen(cell);
    },
    onStar: (own, { isStarred }) => props.onStar(own, !isStarred),
    onCompare,
    onEscape: onCloseStack,
    findMembers,
    clickToggles,
  });
  return (
    <div ref={container}>
      <div
        role="grid"
        aria-label={props.label}
        aria-multiselectable
        aria-rowcount={rows.length}
        aria-colcount={columns}
        aria-describedby="stack-grid-keys"
        className={styles['grid']}
      >
        <p id="stack-grid-keys" style={VISUALLY_HIDDEN}>
          Arrow keys move, Space selects, Enter opens a picture or a stack, Escape closes the stack, S stars,
          C compares.
        </p>
        <div ref={list} role="rowgroup" className={styles['rows']} style={{ height: virtual.height }}>
          {virtual.shown.map(({ row, index, key, transform }) => (
            <div
              key={key}
              role="row"
              aria-rowindex={index + 1}
              className={styles['row']}
              data-plain
              style={{ transform, height: layout.rowHeight, gridTemplateColumns: layout.gridColumns }}
            >
              {row.cells.map((cell, column) => {
                const settings = lanes[cell.lane]?.settings;
                const ratio = settings ? readRatio(settings) : 1;
                const pictureWidth = Math.min(layout.cellWidth, layout.pictureHeight * ratio);
                const prompt = view.rows[cell.row]?.prompt ?? '';
                return (
                  <PictureCell
                    key={cell.key}
                    cell={cell}
                    laneName={[settings && nameModel(settings.model), prompt].filter(Boolean).join(', ')}
                    prompt={prompt}
                    width={pictureWidth}
                    height={Math.min(layout.pictureHeight, pictureWidth / ratio)}
                    columnIndex={column + 1}
                    column={column + 1}
                    isSelected={readSelected(cell, selection.keys)}
                    isCurrent={row.index * columns + column === place}
                    onToggleStack={onToggleStack}
                    {...events}
                  />
                );
              })}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

import { useImperativeHandle, useMemo, useRef, useState, type Ref } from 'react';
import { useWidth } from '../../../pictures/batches/use-width.ts';
import { readSelected, type StackCell } from '../../../pictures/checks/arrange-stacks.ts';
import { nameModel } from '@portal/contracts/provider-labels';
import { usePictureGrid, type useSelection } from '../../../ui/selection/use-picture-grid.ts';
import type { FindMembers } from '../../../ui/selection/selection.ts';
import { useWindowRows } from '../../../ui/selection/use-window-rows.ts';
import { VISUALLY_HIDDEN } from '../../../ui/visually-hidden.ts';
import type { GridHandle } from './grid-keys.ts';
import { readRatio } from './grid-layout.ts';
import styles from './job-grid.module.css';
import { cellId, PictureCell } from './picture-cell.tsx';
import type { Cell, SideBySide } from './side-by-side.ts';
import { layOutSheet, listSheetTargets } from './sheet-layout.ts';

interface Props {
  ref: Ref<GridHandle>;
  label: string;
  view: SideBySide;
  /** With those that are not made, if they are to be shown. */
  cells: readonly StackCell<Cell>[];
  /** Of a picture, at most. */
  height: number;
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

interface SheetRow {
  index: number;
  cells: readonly StackCell<Cell>[];
}

const keyOf = ({ index }: SheetRow) => index;

/** A job's pictures as a contact sheet, where a row is of several prompts. Only rows near the screen are rendered. */
export function ContactSheet(props: Props) {
  const { ref, label, view, cells, height, pictures, clickToggles, findMembers } = props;
  const { onToggleStack, onCompare, onCloseStack } = props;
  const { selection } = pictures;
  const [width, container] = useWidth();
  const list = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string>();
  const { lanes } = view;
  const layout = useMemo(
    () =>
      layOutSheet(
        width,
        lanes.map(({ settings }) => readRatio(settings)),
        height,
      ),
    [width, lanes, height],
  );
  const { columns } = layout;
  const rows = useMemo(
    () =>
      Array.from({ length: Math.ceil(cells.length / layout.columns) }, (_, index): SheetRow => ({
        index,
        cells: cells.slice(index * layout.columns, (index + 1) * layout.columns),
      })),
    [cells, layout],
  );
  const virtual = useWindowRows(rows, { list, width, heightOf: () => layout.rowHeight, keyOf });
  // The current picture may be in a closed stack by now.
  const currentAt = cells.findIndex(({ key }) => current !== undefined && findMembers(key).includes(current));
  const place = Math.max(currentAt, 0);
  const focus = (at: number) => {
    const cell = cells[at];
    if (!cell) return;
    setCurrent(cell.key);
    virtual.scrollTo(Math.floor(at / columns), 'auto');
    // It may not be rendered yet.
    requestAnimationFrame(() => document.getElementById(cellId(cell))?.focus());
  };
  useImperativeHandle(ref, () => ({
    // The first one if it was deleted meanwhile.
    focusCell: ({ key: wanted }) =>
      focus(
        Math.max(
          cells.findIndex(({ key }) => findMembers(key).includes(wanted)),
          0,
        ),
      ),
  }));
  const findMade = (at: number) => (cells[at]?.url === undefined ? undefined : cells[at]);
  const events = usePictureGrid<StackCell<Cell>, number>({
    pictures,
    current: findMade(place),
    targets: listSheetTargets(cells.length, columns, place),
    findPicture: findMade,
    onFocus: focus,
    onReach: ({ key }) => setCurrent(key),
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
        aria-label={label}
        aria-multiselectable
        aria-rowcount={rows.length}
        aria-colcount={columns}
        aria-describedby="sheet-keys"
        className={styles['grid']}
        data-selecting={clickToggles || selection.keys.size > 0}
      >
        <p id="sheet-keys" style={VISUALLY_HIDDEN}>
          {label === 'Stacks'
            ? 'Arrow keys move, Space selects, Enter opens a picture or a stack, Escape closes the stack, S stars, C compares.'
            : 'Arrow keys move, Space selects, Enter opens, S stars, C compares, Shift with an arrow key selects a range.'}
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
                    laneName={lanes.length > 1 && settings ? nameModel(settings.model) : ''}
                    prompt={prompt}
                    isPromptShown
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

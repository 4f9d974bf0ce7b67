import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useState, type RefObject } from 'react';

/** Rows beyond the screen that are rendered. */
const OVERSCAN = 4;

interface Options<Row> {
  list: RefObject<HTMLElement | null>;
  /** Of the list. Nothing is rendered before it is known. */
  width: number;
  heightOf: (row: Row) => number;
  /** The same function in every render: another one measures all rows again. */
  keyOf: (row: Row) => string | number;
}

/** Scrolls with the page, and renders only rows near the screen. */
export function useWindowRows<Row>(rows: readonly Row[], { list, width, heightOf, keyOf }: Options<Row>) {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const box = list.current?.getBoundingClientRect();
    if (box) setTop(box.top + scrollY);
  }, [list, width, rows]);
  const getItemKey = useCallback(
    (index: number) => (rows[index] === undefined ? index : keyOf(rows[index])),
    [rows, keyOf],
  );
  // oxlint-disable-next-line react/incompatible-library -- the list rerenders on every scroll anyway
  const virtual = useWindowVirtualizer({
    count: width > 0 ? rows.length : 0,
    estimateSize: (index) => (rows[index] === undefined ? 0 : heightOf(rows[index])),
    getItemKey,
    overscan: OVERSCAN,
    scrollMargin: top,
  });
  useLayoutEffect(() => virtual.measure(), [virtual, width, rows]);
  const shown = virtual.getVirtualItems().flatMap(({ index, key, start }) => {
    const row = rows[index];
    return row === undefined ? [] : [{ row, index, key, transform: `translateY(${start - top}px)` }];
  });
  return {
    shown,
    height: virtual.getTotalSize(),
    scrollTo: (index: number, align: 'auto' | 'start') => virtual.scrollToIndex(index, { align }),
  };
}

import { render, screen } from '@testing-library/react';
import { useMemo, useRef } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useWindowRows } from './use-window-rows.ts';

interface Props {
  first?: number;
  width?: number;
  height?: number;
}

const keyOf = ({ key }: { key: string }) => key;

function List({ first = 0, width = 500, height = 100 }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const rows = useMemo(
    () => Array.from({ length: 1000 }, (_, index) => ({ key: `row ${first + index}` })),
    [first],
  );
  const virtual = useWindowRows(rows, { list, width, heightOf: () => height, keyOf });
  return (
    <div ref={list} role="list" style={{ height: virtual.height }}>
      {virtual.shown.map(({ row, key, transform }) => (
        <div key={key} role="listitem" style={{ transform }}>
          {row.key}
        </div>
      ))}
    </div>
  );
}

const readRows = () =>
  screen.queryAllByRole('listitem').map(({ textContent, style }) => `${textContent} ${style.transform}`);

test('renders the rows near the screen, once the width is known', () => {
  const top = 300;
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 500, 0));
  vi.stubGlobal('innerHeight', 700);
  onTestFinished(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  const { rerender } = render(<List width={0} />);
  expect(readRows()).toEqual([]);
  rerender(<List />);
  expect(readRows().slice(0, 2)).toEqual(['row 0 translateY(0px)', 'row 1 translateY(100px)']);
  // The 400 px on the screen have room for four.
  expect(readRows()).toHaveLength(4 + 4);
  expect(screen.getByRole('list').style.height).toBe('100000px');
  rerender(<List width={250} height={50} />);
  expect(readRows()[1]).toBe('row 1 translateY(50px)');
  expect(screen.getByRole('list').style.height).toBe('50000px');
  const row = screen.getByText('row 1');
  rerender(<List first={-1} width={250} height={50} />);
  expect(screen.getByText('row 1')).toBe(row);
  expect(readRows()[2]).toBe('row 1 translateY(100px)');
});

import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { useState, type PointerEvent } from 'react';
import { useWidth } from '../../../pictures/batches/use-width.ts';
import { VISUALLY_HIDDEN } from '../../../ui/visually-hidden.ts';
import { CHART_HEIGHT, ChartBar, ChartGrid, makeLayout, type ChartColumn } from './chart-parts.tsx';
import { pickScale } from './pick-scale.ts';

interface Props {
  columns: readonly ChartColumn[];
  /** The whole chart in one sentence. */
  summary: string;
  /** What one column stands for: 'Hour'. */
  columnName: string;
  formatAmount: (amount: number) => string;
  /** The smallest distance between two lines of the grid. */
  minStep?: number;
}

/** One bar per column. The pointer and the arrow keys show a column's figures. */
export function ColumnChart({ columns, summary, columnName, formatAmount, minStep }: Props) {
  const [width, frame] = useWidth();
  const [active, setActive] = useState<number>();
  const scale = pickScale(
    columns.map(({ total }) => total),
    minStep,
  );
  const layout = makeLayout(width, columns.length, scale, formatAmount);
  const point = ({ clientX, currentTarget }: PointerEvent<SVGElement>) => {
    const index = layout.findColumn(clientX - currentTarget.getBoundingClientRect().left);
    setActive(columns[index] && index);
  };
  const latest = Math.max(
    columns.findLastIndex(({ total }) => total > 0),
    0,
  );
  return (
    <Box>
      <Box aria-hidden sx={SUMMARY}>
        {summary}
      </Box>
      <Box ref={frame} sx={FRAME}>
        <Box
          component="input"
          type="range"
          min={0}
          max={columns.length - 1}
          value={active ?? latest}
          aria-label={columnName}
          aria-valuetext={columns[active ?? latest]?.text}
          onChange={({ target }) => setActive(Number(target.value))}
          onFocus={() => setActive(latest)}
          onBlur={() => setActive(undefined)}
          onKeyDown={({ key }) => key === 'Escape' && setActive(undefined)}
          sx={VISUALLY_HIDDEN}
        />
        {width > 0 && (
          <Box
            component="svg"
            role="img"
            aria-label={summary}
            width={width}
            height={CHART_HEIGHT}
            onPointerMove={point}
            onPointerDown={point}
            onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setActive(undefined)}
            sx={CHART}
          >
            <ChartGrid layout={layout} ticks={scale.ticks} formatAmount={formatAmount} />
            {columns.map((column, index) => (
              <ChartBar
                key={column.key}
                column={column}
                layout={layout}
                index={index}
                isActive={index === active}
                formatAmount={formatAmount}
              />
            ))}
            {active !== undefined && (
              <Tooltip key={active} open title={columns[active]?.text} placement="top" describeChild>
                <rect {...layout.place(active)} fill="none" />
              </Tooltip>
            )}
          </Box>
        )}
      </Box>
    </Box>
  );
}

const SUMMARY = {
  fontSize: '0.8125rem',
  color: 'text.secondary',
  minHeight: { xs: 40, sm: 20 },
  mb: 2,
} as const;

const FRAME = {
  position: 'relative',
  height: CHART_HEIGHT,
  fontSize: '0.75rem',
  borderRadius: '8px',
  '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: '4px' },
} as const;

const CHART = {
  display: 'block',
  // The figure above the last bar may be wider than the bar.
  overflow: 'visible',
  touchAction: 'pan-y',
  '& text': { fill: 'var(--mui-palette-text-secondary)' },
} as const;

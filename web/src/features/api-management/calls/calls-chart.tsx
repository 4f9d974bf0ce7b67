import Box from '@mui/material/Box';
import { useId, useState, type PointerEvent } from 'react';
import { useWidth } from '../../../pictures/batches/use-width.ts';
import { formatCount } from '../../../ui/count.ts';
import { Hatch, Legend, paintLayer } from './chart-layers.tsx';
import { describeColumn, describeDay, formatHour } from './describe-hours.ts';
import { pickTicks, type Column } from './stack-hours.ts';

const HEIGHT = 168;
const TOP = 8;
const BOTTOM = 24;
/** Space for '10,000'. */
const LEFT = 48;
const LABEL_EVERY_HOURS = 6;
/** Gap between two bars, as a share of a bar's slot. */
const GAP = 0.28;

/** One bar per hour. Hovering over a bar shows its numbers above the chart. */
export function CallsChart({ columns }: { columns: readonly Column[] }) {
  const [width, frame] = useWidth();
  const [hovered, setHovered] = useState<number>();
  const hatchId = useId();
  const ticks = pickTicks(Math.max(...columns.map(({ calls }) => calls), 0));
  const highest = ticks.at(-1) ?? 1;
  const slot = Math.max(width - LEFT, 0) / Math.max(columns.length, 1);
  const toY = (count: number) => TOP + (1 - count / highest) * (HEIGHT - TOP - BOTTOM);
  const point = ({ clientX, currentTarget }: PointerEvent<SVGElement>) => {
    const index = Math.floor((clientX - currentTarget.getBoundingClientRect().left - LEFT) / slot);
    setHovered(index >= 0 && index < columns.length ? index : undefined);
  };
  const shown = hovered === undefined ? undefined : columns[hovered];
  return (
    <Box>
      <Box
        aria-hidden
        sx={{ fontSize: '0.8125rem', color: 'text.secondary', minHeight: { xs: 40, sm: 20 }, mb: 2 }}
      >
        {shown ? describeColumn(shown) : describeDay(columns)}
      </Box>
      <Box ref={frame} sx={{ height: HEIGHT, fontSize: '0.75rem' }}>
        {width > 0 && (
          <Box
            component="svg"
            role="img"
            aria-label={describeDay(columns)}
            width={width}
            height={HEIGHT}
            onPointerMove={point}
            onPointerDown={point}
            onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setHovered(undefined)}
            sx={{
              display: 'block',
              touchAction: 'pan-y',
              '& text': { fill: 'var(--mui-palette-text-secondary)' },
            }}
          >
            <Hatch id={hatchId} />
            {ticks.map((tick) => (
              <g key={tick}>
                <line
                  x1={LEFT}
                  x2={width}
                  y1={toY(tick)}
                  y2={toY(tick)}
                  stroke="var(--mui-palette-divider)"
                />
                <text x={LEFT - 8} y={toY(tick) + 4} textAnchor="end">
                  {formatCount(tick)}
                </text>
              </g>
            ))}
            {columns.map((column, index) => (
              <g key={column.hour}>
                {index === hovered && (
                  <Box
                    component="rect"
                    x={LEFT + index * slot}
                    y={TOP}
                    width={slot}
                    height={HEIGHT - TOP - BOTTOM}
                    sx={{ fill: 'var(--mui-palette-action-hover)' }}
                  />
                )}
                {column.segments.map(({ layer, from, to }) => (
                  <rect
                    key={layer}
                    x={LEFT + (index + GAP / 2) * slot}
                    y={toY(to)}
                    width={slot * (1 - GAP)}
                    // A 1 px gap separates two layers.
                    height={Math.max(toY(from) - toY(to) - (from > 0 ? 1 : 0), 1)}
                    {...paintLayer(layer, hatchId)}
                  />
                ))}
                {index % LABEL_EVERY_HOURS === 0 && (
                  <text x={LEFT + index * slot} y={HEIGHT - 6}>
                    {formatHour(column.hour)}
                  </text>
                )}
              </g>
            ))}
          </Box>
        )}
      </Box>
      <Legend />
    </Box>
  );
}

import type { SVGProps } from 'react';
import type { Scale } from './pick-scale.ts';

interface ChartSegment {
  key: string;
  from: number;
  to: number;
  paint: SVGProps<SVGRectElement>;
}

export interface ChartColumn {
  key: string;
  /** Below the chart; only some columns have one. */
  label: string | undefined;
  /** The column's figures in one line. */
  text: string;
  total: number;
  /** From the bottom to the top, without those of zero. */
  segments: readonly ChartSegment[];
}

export const CHART_HEIGHT = 184;
/** For the figure above a bar that is cut. */
const TOP = 24;
const BOTTOM = 24;
/** Space for '10,000', so that most charts of a page start at one edge. */
const MIN_LEFT = 48;
/** Between an amount and the chart. */
const LEFT_GAP = 8;
const MAX_DIGIT_WIDTH = 7;
/** Gap between two bars, as a share of a bar's slot. */
const GAP = 0.28;
const MIN_HEIGHT = 2;
/** Where the two lines that cut a bar cross it, below the top. */
const CUTS = [12, 17];

export type Layout = ReturnType<typeof makeLayout>;

export function makeLayout(
  width: number,
  count: number,
  { top, ticks }: Scale,
  formatAmount: (amount: number) => string,
) {
  const longest = Math.max(...ticks.map((tick) => formatAmount(tick).length));
  const left = Math.max(MIN_LEFT, LEFT_GAP + longest * MAX_DIGIT_WIDTH);
  const slot = Math.max(width - left, 0) / Math.max(count, 1);
  return {
    width,
    left,
    top,
    slot,
    toX: (index: number) => left + index * slot,
    toY: (amount: number) => TOP + (1 - amount / top) * (CHART_HEIGHT - TOP - BOTTOM),
    findColumn: (x: number) => Math.floor((x - left) / slot),
    place: (index: number) => ({
      x: left + index * slot,
      y: TOP,
      width: slot,
      height: CHART_HEIGHT - TOP - BOTTOM,
    }),
  };
}

interface GridProps {
  layout: Layout;
  ticks: readonly number[];
  formatAmount: (amount: number) => string;
}

export const ChartGrid = ({ layout: { width, left, toY }, ticks, formatAmount }: GridProps) =>
  ticks.map((tick) => (
    <g key={tick}>
      <line x1={left} x2={width} y1={toY(tick)} y2={toY(tick)} stroke="var(--mui-palette-divider)" />
      <text x={left - LEFT_GAP} y={toY(tick) + 4} textAnchor="end">
        {formatAmount(tick)}
      </text>
    </g>
  ));

interface BarProps {
  column: ChartColumn;
  layout: Layout;
  index: number;
  isActive: boolean;
  formatAmount: (amount: number) => string;
}

/** A bar that is cut fills the height, in the shares of its segments, and has its amount above it. */
export function ChartBar({ column, layout, index, isActive, formatAmount }: BarProps) {
  const { slot, toX, toY, top, place } = layout;
  const { total, segments, label } = column;
  const isCut = total > top;
  const factor = isCut ? top / total : 1;
  const x = toX(index) + (GAP / 2) * slot;
  const width = slot * (1 - GAP);
  return (
    <g>
      {isActive && <rect {...place(index)} fill="var(--mui-palette-action-hover)" />}
      {segments.map(({ key, from, to, paint }) => {
        const y = toY(to * factor);
        // A 1 px gap separates two segments.
        const height = toY(from * factor) - y - (from > 0 ? 1 : 0);
        return (
          <rect
            key={key}
            x={x}
            y={y - Math.max(MIN_HEIGHT - height, 0)}
            width={width}
            height={Math.max(height, MIN_HEIGHT)}
            {...paint}
          />
        );
      })}
      {isCut && (
        <>
          {CUTS.map((cut) => (
            <line
              key={cut}
              x1={x - 1}
              x2={x + width + 1}
              y1={toY(top) + cut + 3}
              y2={toY(top) + cut - 3}
              stroke="var(--mui-palette-background-paper)"
              strokeWidth={2}
            />
          ))}
          <text x={toX(index) + slot / 2} y={toY(top) - 6} textAnchor="middle">
            {formatAmount(total)}
          </text>
        </>
      )}
      {label !== undefined && (
        <text x={toX(index)} y={CHART_HEIGHT - 6}>
          {label}
        </text>
      )}
    </g>
  );
}

import Box from '@mui/material/Box';
import { useId } from 'react';
import { nameLayer } from './describe-hours.ts';
import { LAYERS, type Layer } from './stack-hours.ts';

/** Alternates light and dark, so that layers differ without color. */
const FILLS: Record<Exclude<Layer, 'failed'>, string> = {
  openai: 'var(--mui-palette-primary-main)',
  google: 'color-mix(in oklab, var(--mui-palette-primary-main) 55%, var(--mui-palette-background-paper))',
  stability: 'color-mix(in oklab, var(--mui-palette-text-primary) 72%, var(--mui-palette-background-paper))',
  xai: 'color-mix(in oklab, var(--mui-palette-text-secondary) 60%, var(--mui-palette-background-paper))',
};

const FAILURE = 'var(--mui-palette-error-main)';
const STRIPE = 5;

export const paintLayer = (layer: Layer, hatchId: string) =>
  layer === 'failed' ? { fill: `url(#${hatchId})`, stroke: FAILURE } : { fill: FILLS[layer] };

/** Failed calls are striped, so that they stand out without color. */
export const Hatch = ({ id }: { id: string }) => (
  <pattern id={id} width={STRIPE} height={STRIPE} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <rect width={STRIPE} height={STRIPE} fill="var(--mui-palette-background-paper)" />
    <rect width={STRIPE / 2} height={STRIPE} fill={FAILURE} />
  </pattern>
);

export function Legend() {
  const hatchId = useId();
  return (
    <Box
      component="ul"
      aria-label="Bar segments from bottom to top"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 4,
        rowGap: 1,
        m: 0,
        mt: 3,
        p: 0,
        listStyle: 'none',
      }}
    >
      {LAYERS.map((layer) => (
        <Box
          key={layer}
          component="li"
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1.5,
            fontSize: '0.8125rem',
            color: 'text.secondary',
          }}
        >
          <svg aria-hidden width="12" height="12">
            {layer === 'failed' && <Hatch id={hatchId} />}
            <rect width="12" height="12" rx="3" {...paintLayer(layer, hatchId)} />
          </svg>
          {nameLayer(layer)}
        </Box>
      ))}
    </Box>
  );
}

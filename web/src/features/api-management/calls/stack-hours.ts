import type { Hour } from '@portal/contracts/api-status';
import { ProviderSchema, type Provider } from '@portal/contracts/generation-request';

/** From the bottom of a bar to its top. All failed calls are on top. */
export const LAYERS: readonly Layer[] = [...ProviderSchema.options, 'failed'];
export type Layer = Provider | 'failed';

interface Segment {
  layer: Layer;
  from: number;
  to: number;
}

export interface Column {
  /** Start of the hour. */
  hour: string;
  calls: number;
  failed: number;
  segments: Segment[];
}

/** Stacks an hour's calls: successful ones by provider, then failed ones. */
export function stackHour({ hour, providers }: Hour): Column {
  const segments: Segment[] = [];
  let total = 0;
  for (const layer of LAYERS) {
    const count = countLayer(providers, layer);
    if (count > 0) segments.push({ layer, from: total, to: total + count });
    total += count;
  }
  return { hour, calls: total, failed: countLayer(providers, 'failed'), segments };
}

function countLayer(providers: Hour['providers'], layer: Layer): number {
  const counted = layer === 'failed' ? providers : providers.filter(({ provider }) => provider === layer);
  return counted.reduce(
    (sum, { calls, failed }) => sum + (layer === 'failed' ? failed : Math.max(calls - failed, 0)),
    0,
  );
}

/** What a flaw is called. */
import type { Flaw, FlawKind } from './checks.ts';

const NAMES: Record<FlawKind, string> = {
  soft: 'Soft',
  noise: 'Noisy',
  'clipped-highlights': 'Clipped highlights',
  'clipped-shadows': 'Clipped shadows',
  banding: 'Banding',
  blocks: 'JPEG blocks',
  'color-cast': 'Color cast',
  frame: 'Frame',
  empty: 'Almost empty',
};

/** On a badge. */
export const nameFlaw = (kind: FlawKind): string => NAMES[kind];

/** 'Soft: nothing in the picture is sharp', with the measure where it says something. */
export function describeFlaw({ kind, measure, sides }: Flaw): string {
  if (kind === 'soft') return 'Soft: nothing in the picture is sharp';
  if (kind === 'frame') return `Frame of ${measure} px at the ${(sides ?? []).join(', ') || 'edge'}`;
  return `${NAMES[kind]}: ${measure}`;
}

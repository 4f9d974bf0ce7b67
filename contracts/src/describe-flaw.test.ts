import { expect, it } from 'vitest';
import { FlawKindSchema, type Flaw } from './checks.ts';
import { describeFlaw, FLAW_LABELS } from './describe-flaw.ts';

const SIDES = ['top', 'right', 'bottom', 'left'] as const;

it.each(FlawKindSchema.options)('describes %s with its measure in at most 12 words', (kind) => {
  const text = describeFlaw({ kind, measure: 99, sides: SIDES.slice(0, 3) });
  expect(text).toMatch(kind === 'frame' ? /^Frame/ : new RegExp(`^${FLAW_LABELS[kind]}: `));
  expect(text).toContain('99');
  expect(text.split(' ').length).toBeLessThanOrEqual(12);
});

it.each<[Flaw, string]>([
  [{ kind: 'frame', measure: 12, sides: ['left'] }, 'Frame of 12 px at the left'],
  [{ kind: 'frame', measure: 3, sides: ['top', 'bottom'] }, 'Frame of 3 px at the top and bottom'],
  [{ kind: 'frame', measure: 40, sides: [...SIDES] }, 'Frame of 40 px on all sides'],
  [{ kind: 'empty', measure: 0 }, 'Almost empty: the picture is one color'],
  [{ kind: 'empty', measure: 0.3 }, 'Almost empty: only 0.3% of the picture shows anything'],
])('describes %j', (flaw, text) => {
  expect(describeFlaw(flaw)).toBe(text);
});

import type { PictureChecks } from '@portal/contracts/checks';
import type { Pipeline } from '@portal/contracts/pipelines';
import { listChecks } from '../../../pictures/checks/list-checks.ts';
import { findMaker, type Cell, type SideBySide } from './side-by-side.ts';

/** Pictures that a check holds until a person has chosen, each with its reason. Undefined if there are none. */
export function listHeld(
  { state, batches }: Pick<Pipeline, 'state' | 'batches'>,
  { rows }: Pick<SideBySide, 'rows'>,
): Cell[] | undefined {
  if (state !== 'choosing') return undefined;
  const held = new Set(
    batches.flatMap(({ chain, heldItems = [] }) => {
      const maker = findMaker(batches, chain);
      return heldItems.map((index) => `${maker?.batchId}/${index}`);
    }),
  );
  if (held.size === 0) return undefined;
  return rows
    .flatMap(({ cells }) => cells.filter(({ key, url }) => url !== undefined && held.has(key)))
    .map((cell) => ({ ...cell, heldFor: describeIssues(cell.checks) }));
}

/** 'May show text, top left; may show a brand'. The list of checks may not have loaded. */
function describeIssues(checks: PictureChecks | undefined): string {
  const [first, ...others] = listChecks(checks && { issues: checks.issues })
    .filter(({ isSevere }) => isSevere)
    .map(({ text }) => text);
  if (first === undefined) return 'Agencies may refuse it';
  return [first, ...others.map((text) => text.charAt(0).toLowerCase() + text.slice(1))].join('; ');
}

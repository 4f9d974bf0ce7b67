/** Which pictures the Library shows by their checks. */
import { AGENCIES } from '@portal/contracts/agencies/agencies';
import type { ToolName } from '@portal/contracts/batches';
import type { LibraryBatch, LibraryPicture } from '@portal/contracts/library';
import { findAlike } from '../../../pictures/checks/find-stacks.ts';
import { isReadyToSell } from '../../../pictures/checks/is-ready-to-sell.ts';
import { findProblems } from '../../../pictures/checks/list-checks.ts';
import type { PassesChecks } from './library-filters.ts';
import { showBatch } from './list-rows.ts';

const NEEDS_A_LOOK = 'needs-a-look';
const ALIKE = 'alike';
const READY = 'ready-';

/** As the URL has them. A studio's own profile is only known to the server, which checks it at export. */
export const CHECKS_FILTERS: readonly (readonly [value: string, label: string])[] = [
  [NEEDS_A_LOOK, 'Needs a look'],
  [ALIKE, 'Alike'],
  ...AGENCIES.map(({ id, name }) => [`${READY}${id}`, `Ready to sell: ${name}`] as const),
];

/** All that a generator makes. What was made before, the mark in a file says, which is read at export. */
const AI_TOOLS: ReadonlySet<ToolName> = new Set(['image-generator', 'stylizer']);

/** Undefined if the value is none of the filters. */
export function makeChecksFilter(
  value: string | undefined,
  batches: readonly LibraryBatch[],
  likeness: number,
): PassesChecks | undefined {
  if (value === NEEDS_A_LOOK) return (_batch, { checks }) => findProblems(checks).length > 0;
  if (value === ALIKE) {
    const alike = findAllAlike(batches, likeness);
    return (_batch, picture) => alike.has(picture);
  }
  const agency = AGENCIES.find(({ id }) => value === READY + id);
  if (!agency) return undefined;
  return ({ tool }, picture) => isReadyToSell({ ...picture, isMadeByAi: AI_TOOLS.has(tool) }, agency);
}

/** Among the pictures of each tool: another tool's work on a picture is the same picture. */
function findAllAlike(batches: readonly LibraryBatch[], likeness: number): ReadonlySet<LibraryPicture> {
  const all = batches.flatMap((batch) => showBatch(batch, () => true).pictures);
  const byTool = Map.groupBy(all, ({ batch }) => batch.tool);
  return new Set(
    [...byTool.values()].flatMap((own) => findAlike(own, likeness)).map(({ picture }) => picture),
  );
}

export const isUnchecked = ({ checks }: LibraryPicture): boolean => checks?.measures === undefined;

import type { Agency } from '@portal/contracts/agencies/agency';
import { PROBLEM_TITLES } from '@portal/contracts/export-problems';
import { isReady, type JudgedPicture } from './judge-pictures.ts';

/** Windows' own editor shows no line breaks otherwise. */
const LINE_END = '\r\n';

/** Of several ZIPs. */
export interface Part {
  number: number;
  of: number;
}

/** What is in the ZIP, what was left out, and why. `refused`: by their files, with the reason. */
export function writeReport(
  agency: Agency,
  pictures: readonly JudgedPicture[],
  refused: ReadonlyMap<JudgedPicture, string>,
  part?: Part,
): string {
  const messages = (problems: JudgedPicture['reasons']) => problems.map(({ message }) => message).join(' ');
  const leftOut = pictures.flatMap((picture) => {
    const reason = isReady(picture) ? refused.get(picture) : messages(picture.reasons);
    return reason === undefined ? [] : [`${nameOf(picture)}: ${reason}`];
  });
  const written = pictures.filter((picture) => isReady(picture) && !refused.has(picture));
  const toCheck = written
    .filter(({ warnings }) => warnings.length > 0)
    .map((picture) => `${picture.fileName}: ${messages(picture.warnings)}`);
  const madeByAi = written.some(({ isMadeByAi }) => isMadeByAi);
  return [
    `${agency.name}: ${written.length} of ${pictures.length} pictures${part ? `, part ${part.number} of ${part.of}` : ''}`,
    ...(madeByAi && agency.aiAdvice !== null
      ? ['', `AI made or changed some of them. ${agency.aiAdvice}`]
      : []),
    ...listSection('Left out, by check', countByCheck(pictures, refused)),
    ...listSection('Left out', leftOut),
    ...listSection('Check before you submit', toCheck),
    '',
  ].join(LINE_END);
}

/** A picture that several checks leave out counts for each of them. */
function countByCheck(
  pictures: readonly JudgedPicture[],
  refused: ReadonlyMap<JudgedPicture, string>,
): string[] {
  const counts = new Map<string, number>();
  for (const { kind } of pictures.flatMap(({ reasons }) => reasons))
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  if (refused.size > 0) counts.set('refused-file', refused.size);
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(
      ([kind, count]) =>
        `${PROBLEM_TITLES[kind] ?? kind}: ${count}${kind === 'alike' ? ' left out by you' : ''}`,
    );
}

/** The name that people know: it has none for the agency. */
const nameOf = ({ file }: JudgedPicture): string => file.name;

const listSection = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `- ${line}`)];

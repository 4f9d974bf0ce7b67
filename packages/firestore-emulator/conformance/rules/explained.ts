import type { Decision } from './rules-client.ts';

/** Where the embedded server differs from Google's emulator on purpose, by the name of the case. */
export interface ExplainedSource {
  reason: string;
  /** What the embedded server says instead of what the case says. */
  accepted: boolean;
  lines: readonly number[];
}

const ownLine =
  'a string that is not closed is reported where it begins, not where the line ends that it ran into';
const onlyVersion2 =
  'the first version of the language is not supported: it is refused rather than read as the second';

export const explainedSources: Record<string, ExplainedSource> = {
  empty: { reason: 'the missing version is reported, on the first line', accepted: false, lines: [1] },
  'unclosed string': { reason: ownLine, accepted: false, lines: [6] },
  'unclosed double': { reason: ownLine, accepted: false, lines: [6] },
  'string newline': { reason: ownLine, accepted: false, lines: [6] },
  include: { reason: 'the import itself is reported, not what follows it', accepted: false, lines: [2] },
  'no version': { reason: onlyVersion2, accepted: false, lines: [1] },
  'version 1': { reason: onlyVersion2, accepted: false, lines: [1] },
};

/** Why a difference over generated rules is none of ours, if so. */
export function explainDecisions(theirs: Decision): string | undefined {
  return theirs === 'fails 500' ? "Google's emulator crashes on the rules" : undefined;
}

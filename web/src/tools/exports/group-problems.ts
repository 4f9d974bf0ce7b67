import { PROBLEM_TITLES } from '@portal/contracts/export-problems';
import type { CheckedPicture, Remedy } from '@portal/contracts/exports';
import type { Scale } from '@portal/contracts/upscale';

/** What helps against which problem. */
const HELPS: Record<Remedy['kind'], RegExp> = {
  upscale: /^(too-few-megapixels|side-too-short)$/,
  'write-texts': /^texts-missing$/,
  'fix-texts': /^(title-(?!repeated|names)|keyword-|too-many-keywords)/,
};

export interface ProblemGroup {
  kind: string;
  title: string;
  /** Of the first picture. */
  message: string;
  /** Whether it says the same of all of them. */
  isSame: boolean;
  pictures: readonly CheckedPicture[];
}

/** The most frequent first. */
export function groupProblems(
  pictures: readonly CheckedPicture[],
  part: 'reasons' | 'warnings',
): readonly ProblemGroup[] {
  const found = pictures.flatMap((picture) => picture[part].map((problem) => ({ ...problem, picture })));
  return [...Map.groupBy(found, ({ kind }) => kind)]
    .map(([kind, own]) => ({
      kind,
      title: PROBLEM_TITLES[kind] ?? kind,
      message: own[0]?.message ?? '',
      isSame: own.every(({ message }) => message === own[0]?.message),
      pictures: own.map(({ picture }) => picture),
    }))
    .toSorted((one, other) => other.pictures.length - one.pictures.length);
}

export type OfferedRemedy =
  | {
      kind: 'upscale';
      scale: Scale;
      price: number;
      advice: string | null;
      pictures: readonly CheckedPicture[];
    }
  | { kind: 'write-texts'; pictures: readonly CheckedPicture[] }
  | {
      kind: 'fix-texts';
      pictures: readonly CheckedPicture[];
      fixes: readonly Extract<Remedy, { kind: 'fix-texts' }>[];
    };

/** What one click can do for the pictures of a group. Two scales are two clicks. */
export function listRemedies({ kind, pictures }: ProblemGroup): readonly OfferedRemedy[] {
  const offered = pictures.flatMap((picture) =>
    picture.remedies.filter((remedy) => HELPS[remedy.kind].test(kind)).map((remedy) => ({ remedy, picture })),
  );
  const keyOf = ({ remedy }: (typeof offered)[number]) =>
    remedy.kind === 'upscale' ? `${remedy.scale} ${remedy.advice}` : remedy.kind;
  return [...Map.groupBy(offered, keyOf).values()].flatMap((own): OfferedRemedy[] => {
    const [first] = own;
    if (!first) return [];
    const { remedy } = first;
    const helped = own.map(({ picture }) => picture);
    if (remedy.kind === 'fix-texts') {
      return [
        {
          kind: remedy.kind,
          pictures: helped,
          fixes: own.flatMap((each) => (each.remedy.kind === 'fix-texts' ? [each.remedy] : [])),
        },
      ];
    }
    return [
      remedy.kind === 'upscale' ? { ...remedy, pictures: helped } : { kind: remedy.kind, pictures: helped },
    ];
  });
}

import { nameKeywordFiles } from '../keyword-file-names.ts';
import type { FileNaming, KeywordLanguage, KeywordResult } from '../keyword-generator.ts';
import { PICTURE_FORMATS } from '../picture-type.ts';
import { isAccepted } from './agencies.ts';
import type { Agency } from './agency.ts';
import { findTextProblems, type TextProblemKind } from './find-text-problems.ts';
import { fixTexts } from './fix-texts.ts';

type FileProblemKind =
  | 'made-by-ai'
  | 'language'
  | 'file-type'
  | 'file-name-too-long'
  | 'file-name-letters'
  | 'title-repeated';

export interface Problem {
  readonly kind: TextProblemKind | FileProblemKind;
  /** Shown to the user. */
  readonly message: string;
  /** What would fix it: the texts from fixTexts, or short file names. */
  readonly fix?: 'texts' | 'short-names';
}

export interface Rejection {
  readonly index: number;
  /** The file name in the CSV and the ZIP. */
  readonly fileName: string;
  readonly problems: readonly Problem[];
}

const LEFT_OUT = 'The CSV leaves it out.';

/** The finished images of a batch that an agency would reject, with their problems. */
export function findRejections(
  batch: { readonly language: KeywordLanguage; readonly results: readonly KeywordResult[] },
  agency: Agency,
  naming: FileNaming,
): Rejection[] {
  const names = nameKeywordFiles(batch.results, naming);
  const shortNames = nameKeywordFiles(batch.results, 'short');
  const titles = new Map<string, string>();
  return batch.results
    .filter(({ status }) => status === 'completed')
    .map((result) => {
      const fileName = names.get(result.index) ?? result.fileName;
      const title = result.seo_image_title.trim().toLowerCase();
      const namesake = titles.get(title);
      if (namesake === undefined) titles.set(title, fileName);
      const nameProblems = findNameProblems(fileName, agency);
      const shortNameProblems = findNameProblems(shortNames.get(result.index) ?? fileName, agency);
      const { isMadeByAi } = result;
      const fixed = findTextProblems({ ...fixTexts(result, agency, batch.language), isMadeByAi }, agency);
      const problems: Problem[] = [
        ...findTextProblems(result, agency).map(({ kind, message, isRefusal }) => ({
          kind,
          message: isRefusal ? `${message} ${LEFT_OUT}` : message,
          ...(!fixed.some((problem) => problem.kind === kind) && { fix: 'texts' as const }),
        })),
        ...findTypeProblems(result, agency),
        ...nameProblems.map((problem) =>
          shortNameProblems.some(({ kind }) => kind === problem.kind)
            ? problem
            : { ...problem, fix: 'short-names' as const },
        ),
      ];
      if (!isAccepted(result, agency))
        problems.unshift({
          kind: 'made-by-ai',
          message: `${describeAiRefusal(agency)} ${LEFT_OUT}`,
        });
      if (namesake !== undefined)
        problems.push({ kind: 'title-repeated', message: `Same title as ${namesake}.` });
      if (agency.isEnglishOnly && batch.language !== 'English')
        problems.push({
          kind: 'language',
          message: `${agency.name} accepts only English; these texts are in ${batch.language}.`,
        });
      return { index: result.index, fileName, problems };
    })
    .filter(({ problems }) => problems.length > 0);
}

export const describeAiRefusal = ({ name }: Pick<Agency, 'name'>): string =>
  `${name} does not accept pictures that AI made or changed.`;

function findTypeProblems({ extension }: KeywordResult, agency: Agency): Problem[] {
  if (extension === null || agency.types.includes(extension)) return [];
  const accepted = agency.types.map(nameType).join(' and ');
  return [
    {
      kind: 'file-type',
      message: `${agency.name} accepts only ${accepted}; this file is ${nameType(extension)}.`,
    },
  ];
}

const nameType = (extension: string): string =>
  Object.values(PICTURE_FORMATS).find((format) => format.extension === extension)?.name ?? extension;

function findNameProblems(fileName: string, agency: Agency): Problem[] {
  const problems: Problem[] = [];
  if (fileName.length > (agency.maxFileNameLength ?? Number.POSITIVE_INFINITY))
    problems.push({
      kind: 'file-name-too-long',
      message: `File name has ${fileName.length} characters; the limit is ${agency.maxFileNameLength}.`,
    });
  if (!/^[A-Za-z0-9._-]*$/.test(fileName))
    problems.push({ kind: 'file-name-letters', message: 'File name contains letters other than A to Z.' });
  return problems;
}

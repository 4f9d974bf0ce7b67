import { nameKeywordFiles } from '@portal/contracts/keyword-file-names';
import type { FileNaming, KeywordLanguage, KeywordResult } from '@portal/contracts/keyword-generator';
import { PICTURE_FORMATS } from '@portal/contracts/picture-type';
import { AGENCIES, type Agency, type AgencyId } from './agencies.ts';
import { findTextProblems, type TextProblemKind } from './find-text-problems.ts';
import { mendTexts } from './fix-texts.ts';

type FileProblemKind =
  'language' | 'file-type' | 'file-name-too-long' | 'file-name-letters' | 'title-repeated';

export interface RefusalProblem {
  readonly kind: TextProblemKind | FileProblemKind;
  /** For a photographer. */
  readonly message: string;
  /** What would mend it: the texts that mendTexts proposes, or the other naming of the files. */
  readonly fix?: 'texts' | 'short-names';
}

export interface Refusal {
  readonly index: number;
  /** As the CSV and the ZIP call it. */
  readonly fileName: string;
  readonly problems: readonly RefusalProblem[];
}

/** What an agency would refuse of the finished pictures of a batch; those it would take are not listed. */
export function findRefusals(
  batch: { readonly language: KeywordLanguage; readonly results: readonly KeywordResult[] },
  agencyId: AgencyId,
  naming: FileNaming,
): Refusal[] {
  const agency: Agency = AGENCIES[agencyId];
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
      const mended = findTextProblems(mendTexts(result, agency, batch.language), agency);
      const problems: RefusalProblem[] = [
        ...findTextProblems(result, agency).map((problem) =>
          mended.some(({ kind }) => kind === problem.kind) ? problem : { ...problem, fix: 'texts' as const },
        ),
        ...findTypeProblems(result, agency),
        ...nameProblems.map((problem) =>
          shortNameProblems.some(({ kind }) => kind === problem.kind)
            ? problem
            : { ...problem, fix: 'short-names' as const },
        ),
      ];
      if (namesake !== undefined)
        problems.push({ kind: 'title-repeated', message: `${namesake} has the same title.` });
      if (agency.isEnglishOnly && batch.language !== 'English')
        problems.push({
          kind: 'language',
          message: `${agency.name} takes English only, and the texts are in ${batch.language}.`,
        });
      return { index: result.index, fileName, problems };
    })
    .filter(({ problems }) => problems.length > 0);
}

function findTypeProblems({ extension }: KeywordResult, agency: Agency): RefusalProblem[] {
  if (extension === null || agency.types.includes(extension)) return [];
  const taken = agency.types.map(nameType).join(' and ');
  return [
    {
      kind: 'file-type',
      message: `${agency.name} takes ${taken} only, and this is a ${nameType(extension)}.`,
    },
  ];
}

const nameType = (extension: string): string =>
  Object.values(PICTURE_FORMATS).find((format) => format.extension === extension)?.name ?? extension;

function findNameProblems(fileName: string, agency: Agency): RefusalProblem[] {
  const problems: RefusalProblem[] = [];
  if (fileName.length > agency.mostFileNameLength)
    problems.push({
      kind: 'file-name-too-long',
      message: `The file name is too long: ${fileName.length} of at most ${agency.mostFileNameLength} characters.`,
    });
  if (!/^[A-Za-z0-9._-]*$/.test(fileName))
    problems.push({ kind: 'file-name-letters', message: 'The file name has letters beyond A to Z.' });
  return problems;
}

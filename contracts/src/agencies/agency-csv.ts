import { makeZipName } from '../batches.ts';
import { nameKeywordFiles } from '../keyword-file-names.ts';
import type { FileNaming, KeywordResult, KeywordTexts } from '../keyword-generator.ts';
import { findStockCategory } from '../stock-categories.ts';
import { toOneLine } from '../to-one-line.ts';
import { writeCsv } from '../write-csv.ts';
import { isAccepted } from './agencies.ts';
import type { Agency, AgencyCsv, CsvColumn } from './agency.ts';
import { findNamedWordProblems } from './find-named-word-problems.ts';

/** A picture with its texts, under the name of its file. */
export interface CsvRow extends KeywordTexts {
  fileName: string;
  isMadeByAi?: boolean | undefined;
  /** What AI was asked for, and which. */
  prompt?: string | undefined;
  model?: string | undefined;
}

/** The agency's CSV; undefined if it reads texts from the files. */
export function writeAgencyCsv(rows: readonly CsvRow[], agency: Agency): string | undefined {
  const { csv } = agency;
  if (!csv) return undefined;
  return writeCsv(
    csv.columns.map(({ header }) => header),
    rows.map((row) =>
      Object.fromEntries(csv.columns.map((column) => [column.header, describe(row, column, agency, csv)])),
    ),
    csv,
  );
}

function describe(row: CsvRow, { value, text = '' }: CsvColumn, agency: Agency, csv: AgencyCsv): string {
  switch (value) {
    case 'fileName':
      return row.fileName;
    case 'title':
      return row.seo_image_title;
    case 'description':
      return row.seo_description;
    case 'keywords':
      return listKeywords(row, agency).join(csv.keywordSeparator);
    case 'category':
      return describeCategory(row.category, agency);
    case 'prompt':
      return toOneLine(row.prompt ?? '');
    case 'model':
      return row.model ?? '';
    default:
      return text;
  }
}

/** With the agency's label for AI, which takes the place of the least relevant one. */
function listKeywords(
  { keywords, isMadeByAi }: CsvRow,
  { aiKeyword, keywords: { written } }: Agency,
): string[] {
  if (!isMadeByAi || aiKeyword === null) return keywords.slice(0, written);
  return [...keywords.slice(0, written - 1), aiKeyword];
}

function describeCategory(id: number | null, { categories }: Agency): string {
  const category = findStockCategory(id);
  if (!category || categories === 'none') return '';
  return categories === 'adobe-stock' ? String(category.id) : category.shutterstock.join(',');
}

/** Finished, accepted by the agency, and without names that it refuses. */
export const isInCsv = (result: KeywordResult, agency: Agency): boolean =>
  result.status === 'completed' &&
  isAccepted(result, agency) &&
  !findNamedWordProblems(result, agency).some(({ isRefusal }) => isRefusal);

/** The finished images of a batch that the agency takes, with the file names of the ZIP with the same naming. */
export function makeAgencyCsv(results: readonly KeywordResult[], agency: Agency, naming: FileNaming): string {
  const names = nameKeywordFiles(results, naming);
  const rows = results
    .filter((result) => isInCsv(result, agency))
    .map((result) => ({ ...result, fileName: names.get(result.index) ?? result.fileName }));
  return writeAgencyCsv(rows, agency) ?? '';
}

export const makeAgencyCsvName = (batchName: string, { csv }: Agency): string =>
  makeZipName(batchName, csv?.suffix ?? '.csv');

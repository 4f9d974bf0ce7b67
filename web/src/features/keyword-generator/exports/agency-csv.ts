import { makeZipName } from '@portal/contracts/batches';
import { nameKeywordFiles } from '@portal/contracts/keyword-file-names';
import type { FileNaming, KeywordResult } from '@portal/contracts/keyword-generator';
import { findStockCategory } from '@portal/contracts/stock-categories';
import { writeCsv } from '@portal/contracts/write-csv';
import { AGENCIES, isAccepted, type AgencyId } from './agencies.ts';

const ADOBE_STOCK_COLUMNS = ['Filename', 'Title', 'Keywords', 'Category', 'Releases'] as const;
const SHUTTERSTOCK_COLUMNS = [
  'Filename',
  'Description',
  'Keywords',
  'Categories',
  'Editorial',
  'Mature content',
  'illustration',
] as const;

/** The finished images of a batch that the agency takes, with the file names of the ZIP with the same naming. */
export function makeAgencyCsv(
  results: readonly KeywordResult[],
  agency: AgencyId,
  naming: FileNaming,
): string {
  const names = nameKeywordFiles(results, naming);
  const rows = results
    .filter((result) => result.status === 'completed' && isAccepted(result, agency))
    .map((result) => ({
      Filename: names.get(result.index) ?? result.fileName,
      title: result.seo_image_title,
      Keywords: result.keywords.slice(0, AGENCIES[agency].keywordsWritten).join(', '),
      category: findStockCategory(result.category),
    }));
  if (agency === 'adobe-stock')
    return writeCsv(
      ADOBE_STOCK_COLUMNS,
      rows.map(({ Filename, title, Keywords, category }) => ({
        Filename,
        Title: title,
        Keywords,
        Category: String(category?.id ?? ''),
        Releases: '',
      })),
    );
  return writeCsv(
    SHUTTERSTOCK_COLUMNS,
    rows.map(({ Filename, title, Keywords, category }) => ({
      Filename,
      // Shutterstock's description is a headline. Ours is for web pages and may be too long.
      Description: title,
      Keywords,
      Categories: category?.shutterstock.join(',') ?? '',
      Editorial: 'no',
      'Mature content': 'no',
      illustration: 'no',
    })),
  );
}

export const makeAgencyCsvName = (batchName: string, agency: AgencyId): string =>
  makeZipName(batchName, AGENCIES[agency].csvSuffix);

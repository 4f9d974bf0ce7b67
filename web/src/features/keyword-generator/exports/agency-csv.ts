import { makeZipName } from '@portal/contracts/batches';
import { nameKeywordFiles } from '@portal/contracts/keyword-file-names';
import type { FileNaming, KeywordResult } from '@portal/contracts/keyword-generator';
import { findStockCategory } from '@portal/contracts/stock-categories';
import { AGENCIES, type AgencyId } from './agencies.ts';
import { writeCsv } from '../../../shared/csv/write-csv.ts';

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

/** What is finished of a batch; its files are called as in the ZIP of the same naming. */
export function makeAgencyCsv(
  results: readonly KeywordResult[],
  agency: AgencyId,
  naming: FileNaming,
): string {
  const names = nameKeywordFiles(results, naming);
  const facts = results
    .filter(({ status }) => status === 'completed')
    .map((result) => ({
      Filename: names.get(result.index) ?? result.fileName,
      title: result.seo_image_title,
      Keywords: result.keywords.slice(0, AGENCIES[agency].keywordsWritten).join(', '),
      category: findStockCategory(result.category),
    }));
  if (agency === 'adobe-stock')
    return writeCsv(
      ADOBE_STOCK_COLUMNS,
      facts.map(({ Filename, title, Keywords, category }) => ({
        Filename,
        Title: title,
        Keywords,
        Category: String(category?.id ?? ''),
        Releases: '',
      })),
    );
  return writeCsv(
    SHUTTERSTOCK_COLUMNS,
    facts.map(({ Filename, title, Keywords, category }) => ({
      Filename,
      // It calls a picture's headline its description; ours may be too long for it, and is for web pages.
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

import { makeZipName } from '@portal/contracts/batches';
import { nameKeywordFiles } from '@portal/contracts/keyword-file-names';
import { MAX_KEYWORDS, type FileNaming, type KeywordResult } from '@portal/contracts/keyword-generator';
import { writeCsv } from '../../../shared/csv/write-csv.ts';

const COLUMNS = ['Filename', 'Title', 'Description', 'Keywords'] as const;

/** The finished images of a batch, with the file names of the ZIP with the same naming. */
export function makePlainCsv(results: readonly KeywordResult[], naming: FileNaming = 'seo'): string {
  const names = nameKeywordFiles(results, naming);
  return writeCsv(
    COLUMNS,
    results
      .filter(({ status }) => status === 'completed')
      .map((result) => ({
        Filename: names.get(result.index) ?? result.fileName,
        Title: result.seo_image_title,
        Description: result.seo_description,
        Keywords: result.keywords.slice(0, MAX_KEYWORDS).join(', '),
      })),
  );
}

export const makePlainCsvName = (batchName: string): string => makeZipName(batchName, '_keywords.csv');

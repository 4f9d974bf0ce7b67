import { makeZipName } from '@portal/contracts/batches';
import { writeKeywordCsv } from '@portal/contracts/keyword-csv';
import { nameKeywordFiles } from '@portal/contracts/keyword-file-names';
import type { FileNaming, KeywordResult } from '@portal/contracts/keyword-generator';

export type CsvNaming = FileNaming | 'original';

/** The finished images of a batch, with the file names of the ZIP with the same naming, or those of the uploads. */
export function makePlainCsv(results: readonly KeywordResult[], naming: CsvNaming = 'seo'): string {
  const names = naming === 'original' ? undefined : nameKeywordFiles(results, naming);
  return writeKeywordCsv(
    results
      .filter(({ status }) => status === 'completed')
      .map((result) => ({
        fileName: names?.get(result.index) ?? result.fileName,
        title: result.seo_image_title,
        description: result.seo_description,
        keywords: result.keywords,
      })),
  );
}

export const makePlainCsvName = (batchName: string, naming: CsvNaming): string =>
  makeZipName(batchName, naming === 'original' ? '_keywords_original_names.csv' : '_keywords.csv');

import { makeZipName } from '@portal/contracts/batches';
import { writeKeywordCsv } from '@portal/contracts/keyword-csv';
import { nameKeywordFiles } from '@portal/contracts/keyword-file-names';
import type { FileNaming, KeywordResult } from '@portal/contracts/keyword-generator';

/** The finished images of a batch, with the file names of the ZIP with the same naming. */
export function makePlainCsv(results: readonly KeywordResult[], naming: FileNaming = 'seo'): string {
  const names = nameKeywordFiles(results, naming);
  return writeKeywordCsv(
    results
      .filter(({ status }) => status === 'completed')
      .map((result) => ({
        fileName: names.get(result.index) ?? result.fileName,
        title: result.seo_image_title,
        description: result.seo_description,
        keywords: result.keywords,
      })),
  );
}

export const makePlainCsvName = (batchName: string): string => makeZipName(batchName, '_keywords.csv');

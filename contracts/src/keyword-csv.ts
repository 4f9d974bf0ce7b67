import { MAX_KEYWORDS } from './keyword-generator.ts';
import { writeCsv } from './write-csv.ts';

const COLUMNS = ['Filename', 'Title', 'Description', 'Keywords'] as const;

interface Row {
  fileName: string;
  title: string;
  description: string;
  keywords: readonly string[];
}

/** The texts of pictures, for the Keyword Generator's CSV and for ZIPs. */
export const writeKeywordCsv = (rows: readonly Row[]): string =>
  writeCsv(
    COLUMNS,
    rows.map(({ fileName, title, description, keywords }) => ({
      Filename: fileName,
      Title: title,
      Description: description,
      Keywords: keywords.slice(0, MAX_KEYWORDS).join(', '),
    })),
  );

import {
  downloadKeywordZip,
  keywordCalls,
  type FileNaming,
  type KeywordBatch,
} from '@portal/contracts/keyword-generator';
import { DownloadAction } from '../../../pictures/batches/common-actions.tsx';
import { keywords } from '../batches/keywords.ts';

/** Downloads the images under the file names of a CSV with the same naming. */
export const KeywordZipAction = ({ batch, naming }: { batch: KeywordBatch; naming: FileNaming }) => (
  <DownloadAction
    tool={keywords}
    batch={batch}
    path={naming === 'seo' ? keywordCalls.download.path : downloadKeywordZip.path.replace('{naming}', naming)}
  />
);

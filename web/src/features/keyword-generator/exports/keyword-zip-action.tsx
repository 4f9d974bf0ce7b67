import {
  downloadKeywordZip,
  keywordCalls,
  type FileNaming,
  type KeywordBatch,
} from '@portal/contracts/keyword-generator';
import { DownloadAction } from '../../../shared/batches/common-actions.tsx';
import { keywords } from '../batches/keywords.ts';

/** The pictures under names made from their titles, as a CSV of the same naming lists them. */
export const KeywordZipAction = ({ batch, naming }: { batch: KeywordBatch; naming: FileNaming }) => (
  <DownloadAction
    tool={keywords}
    batch={batch}
    path={naming === 'seo' ? keywordCalls.download.path : downloadKeywordZip.path.replace('{naming}', naming)}
  />
);

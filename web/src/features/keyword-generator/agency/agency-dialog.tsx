import { CSV_AGENCIES, findDefaultNaming, type CsvAgencyId } from '@portal/contracts/agencies/agencies';
import { isInCsv, makeAgencyCsv, makeAgencyCsvName } from '@portal/contracts/agencies/agency-csv';
import { findRejections } from '@portal/contracts/agencies/find-rejections';
import type { KeywordBatch } from '@portal/contracts/keyword-generator';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Typography from '@mui/material/Typography';
import { CircleCheck } from 'lucide-react';
import { TitledDialog } from '../../../ui/dialog.tsx';
import { countOf } from '../../../ui/count.ts';
import { FULL_SCREEN_ON_PHONE } from '../../../ui/wide-dialog.tsx';
import { useFileNaming } from '../exports/file-naming.ts';
import { saveCsv } from '../../../client/downloads/save-csv.ts';
import { AgencyTools } from './agency-tools.tsx';
import { KeywordZipAction } from '../exports/keyword-zip-action.tsx';
import { suggestFixes } from './suggest-fixes.ts';
import { RejectionList } from './rejection-list.tsx';
import { useBulkEdit } from './use-bulk-edit.ts';

interface Props {
  batch: KeywordBatch;
  agencyId: CsvAgencyId;
  isOpen: boolean;
  onClose: () => void;
}

/** Checks a batch against an agency's rules before its CSV is downloaded, and offers fixes. */
export function AgencyDialog({ batch, agencyId, isOpen, onClose }: Props) {
  const agency = CSV_AGENCIES[agencyId];
  const { naming, setNaming } = useFileNaming(findDefaultNaming(agency));
  const bulkEdit = useBulkEdit(batch);
  const { name, aiAdvice } = agency;
  const madeByAi = batch.results.filter(({ isMadeByAi }) => isMadeByAi).length;
  const rejections = findRejections(batch, agency, naming);
  const fixes = suggestFixes(batch, rejections, agency);
  const hasRows = batch.results.some((result) => isInCsv(result, agency));
  const download = () => {
    // The ZIP now uses the file names of this CSV.
    setNaming(naming);
    saveCsv(makeAgencyCsv(batch.results, agency, naming), makeAgencyCsvName(batch.name, agency));
    onClose();
  };
  return (
    <TitledDialog
      open={isOpen}
      onClose={onClose}
      title={`${name} CSV`}
      titleSx={{ pb: 2 }}
      maxWidth="md"
      sx={FULL_SCREEN_ON_PHONE}
    >
      <Box sx={{ px: 6, pb: 4 }}>
        <Typography role="status" sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          {rejections.length === 0 && (
            <Box
              component={CircleCheck}
              aria-hidden
              size={16}
              sx={{ flexShrink: 0, color: 'success.main' }}
            />
          )}
          {describeCheck(rejections.length, batch.completedCount, name)}
        </Typography>
        {aiAdvice !== null && madeByAi > 0 && (
          <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
            AI made or changed {countOf(madeByAi, 'image')}. {aiAdvice}
          </Typography>
        )}
        <AgencyTools batch={batch} naming={naming} fixes={fixes} bulkEdit={bulkEdit} />
      </Box>
      {rejections.length > 0 && (
        <DialogContent dividers sx={{ borderBottom: 0 }}>
          <RejectionList
            results={batch.results}
            filesDeleted={batch.filesDeleted}
            rejections={rejections}
            fixes={fixes}
            isBusy={bulkEdit.isBusy}
            onFix={(fix) => bulkEdit.apply([fix])}
          />
        </DialogContent>
      )}
      <DialogActions sx={ACTIONS}>
        <Box sx={{ mr: 'auto' }}>
          <KeywordZipAction batch={batch} naming={naming} />
        </Box>
        <Button variant="outlined" onClick={onClose} autoFocus>
          Cancel
        </Button>
        <Button variant="contained" disabled={bulkEdit.isBusy || !hasRows} onClick={download}>
          {rejections.length === 0 ? 'Download' : 'Download anyway'}
        </Button>
      </DialogActions>
    </TitledDialog>
  );
}

const describeCheck = (rejected: number, total: number, name: string): string =>
  rejected === 0 ? `No problems found for ${name}.` : `${name} may reject ${rejected} of ${total} images.`;

const ACTIONS = {
  p: 4,
  mt: 'auto',
  borderTop: '1px solid',
  borderColor: 'divider',
  flexWrap: 'wrap',
  rowGap: 2,
  '& button': { whiteSpace: 'nowrap' },
} as const;

import type { KeywordBatch } from '@portal/contracts/keyword-generator';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { CircleCheck } from 'lucide-react';
import { useId } from 'react';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { WHOLE_PHONE } from '../../../shared/ui/wide-dialog.tsx';
import { AGENCIES, findDefaultNaming, type AgencyId } from '../exports/agencies.ts';
import { makeAgencyCsv, makeAgencyCsvName } from '../exports/agency-csv.ts';
import { findRefusals } from '../exports/find-rejections.ts';
import { useFileNaming } from '../exports/file-naming.ts';
import { saveCsv } from '../../../shared/csv/save-csv.ts';
import { AgencyTools } from './agency-tools.tsx';
import { KeywordZipAction } from '../exports/keyword-zip-action.tsx';
import { proposeMends } from './suggest-fixes.ts';
import { RefusalList } from './rejection-list.tsx';
import { useChanges } from './use-bulk-edit.ts';

interface Props {
  batch: KeywordBatch;
  agencyId: AgencyId;
  isOpen: boolean;
  onClose: () => void;
}

/** What an agency would refuse, before its CSV is downloaded, and what can be done about it. */
export function AgencyDialog({ batch, agencyId, isOpen, onClose }: Props) {
  const titleId = useId();
  const { naming, setNaming } = useFileNaming(findDefaultNaming(agencyId));
  const changes = useChanges(batch);
  const { name } = AGENCIES[agencyId];
  const refusals = findRefusals(batch, agencyId, naming);
  const mends = proposeMends(batch, refusals, agencyId);
  const download = () => {
    // From here on the ZIP has the names that this CSV lists.
    setNaming(naming);
    saveCsv(makeAgencyCsv(batch.results, agencyId, naming), makeAgencyCsvName(batch.name, agencyId));
    onClose();
  };
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      aria-labelledby={titleId}
      maxWidth="md"
      fullWidth
      sx={WHOLE_PHONE}
    >
      <DialogTitle id={titleId} variant="h2" sx={{ pb: 2 }}>
        {name} CSV
      </DialogTitle>
      <Box sx={{ px: 6, pb: 4 }}>
        <Typography role="status" sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          {refusals.length === 0 && (
            <Box
              component={CircleCheck}
              aria-hidden
              size={16}
              sx={{ flexShrink: 0, color: 'success.main' }}
            />
          )}
          {describeCheck(refusals.length, batch.completedCount, name)}
        </Typography>
        <AgencyTools batch={batch} naming={naming} mends={mends} changes={changes} />
      </Box>
      {refusals.length > 0 && (
        <DialogContent dividers sx={{ borderBottom: 0 }}>
          <RefusalList
            results={batch.results}
            filesDeleted={batch.filesDeleted}
            refusals={refusals}
            mends={mends}
            isBusy={changes.isBusy}
            onMend={(mend) => changes.apply([mend])}
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
        <Button variant="contained" disabled={changes.isBusy} onClick={download}>
          {refusals.length === 0 ? 'Download' : 'Download anyway'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function describeCheck(refused: number, total: number, name: string): string {
  if (refused === 0) return `Nothing was found that ${name} would refuse.`;
  return refused === 1
    ? `1 of ${total} images would probably be refused by ${name}.`
    : `${refused} of ${total} images would probably be refused by ${name}.`;
}

const ACTIONS = {
  p: 4,
  mt: 'auto',
  borderTop: '1px solid',
  borderColor: 'divider',
  flexWrap: 'wrap',
  rowGap: 2,
  '& button': { whiteSpace: 'nowrap' },
} as const;

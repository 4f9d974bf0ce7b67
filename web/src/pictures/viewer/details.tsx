import type { CheckKind } from '@portal/contracts/checks';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { ChecksPanel } from '../checks/checks-panel.tsx';
import { useBatchLink } from '../send-to/use-batch-link.ts';
import { useToolTitles } from '../registered-tools/tools.ts';
import { describeAmount } from '../../ui/describe-cost.ts';
import { FactList } from '../../ui/fact-list.tsx';
import type { BatchPicture } from './batch-picture.ts';
import type { PictureFacts } from './picture-facts.ts';

interface Props {
  picture: BatchPicture;
  facts: PictureFacts;
  onDismiss: (kind: CheckKind, isDismissed: boolean) => void;
  /** The check that is pointed at. */
  onPoint: (checkId: string | undefined) => void;
  onClose: () => void;
}

/** Beside the picture; on a phone, over its lower part. */
export function Details({ picture: { width, height, checks }, facts, onDismiss, onPoint, onClose }: Props) {
  const { source, tool, batchName, prompt, settings = [], origin } = facts;
  const { batchCost: cost, batchEstimate: estimate, isBatchOver: isOver } = facts;
  const getTitle = useToolTitles();
  const link = useBatchLink();
  const leave = () => {
    onClose();
    return true;
  };
  const size: [string, string][] = width > 0 ? [['Size', `${width} × ${height}`]] : [];
  return (
    <Box role="region" aria-label="Details" tabIndex={0} sx={PANEL}>
      {prompt !== undefined && prompt !== null && prompt !== '' && (
        <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{prompt}</Typography>
      )}
      {checks && <ChecksPanel checks={checks} onDismiss={onDismiss} onPoint={onPoint} />}
      <FactList
        facts={[
          ['Tool', getTitle(tool)],
          [
            'Batch',
            <Link key="batch" color="inherit" {...link({ batchId: source.batchId, tool }, leave)}>
              {batchName}
            </Link>,
          ],
          ...size,
          ...settings,
          ...(cost > 0 ? [['Batch cost', describeAmount({ cost, estimate, isOver })] as const] : []),
        ]}
      />
      {origin && (
        <Link color="inherit" {...link(origin, leave)}>
          From “{origin.name}”, #{origin.index + 1}
        </Link>
      )}
    </Box>
  );
}

const PANEL = {
  display: 'grid',
  alignContent: 'start',
  gap: 4,
  p: 4,
  overflowY: 'auto',
  bgcolor: 'background.paper',
  fontSize: '0.8125rem',
  position: { xs: 'absolute', md: 'static' },
  inset: { xs: 'auto 0 0 0' },
  maxHeight: { xs: '55%', md: 'none' },
  width: { md: 320 },
  flexShrink: 0,
  borderStyle: 'solid',
  borderColor: 'divider',
  borderWidth: { xs: '1px 0 0 0', md: '0 0 0 1px' },
} as const;

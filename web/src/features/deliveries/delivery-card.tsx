import { PROTOCOL_TITLES, type Delivery } from '@portal/contracts/delivery';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { isRunning } from '../../tools/deliveries/deliveries-query.ts';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { ProgressRow } from '../../ui/progress-row.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StatusIcon } from '../../ui/status-word.tsx';
import { DeliveryFiles } from './delivery-files.tsx';
import { countOver, describeCounts, describeStatus } from './describe-delivery.ts';
import { useDeliveryActions } from './use-delivery-actions.ts';

/** One delivery: where it went, how far it is, and its files. */
export function DeliveryCard({ delivery }: { delivery: Delivery }) {
  const { agencyName, target, counts, total, stopped, createdAt } = delivery;
  const [isOpen, setIsOpen] = useState(false);
  const titleId = useId();
  const filesId = useId();
  const { cancel, retry } = useDeliveryActions(delivery);
  const { tone, word } = describeStatus(delivery);
  const runs = isRunning(delivery);
  return (
    <Card component="li" aria-labelledby={titleId} sx={{ p: 5, display: 'grid', gap: 3 }}>
      <Box sx={{ display: 'flex', alignItems: 'start', gap: 3 }}>
        <Box sx={{ flexGrow: 1, minWidth: 0 }}>
          <Typography id={titleId} variant="h3" component="h2">
            {agencyName}
          </Typography>
          <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
            <RelativeTime value={createdAt} />
            {' · '}
            {PROTOCOL_TITLES[target.protocol]} to {target.host}
          </Box>
        </Box>
        {runs && delivery.cancelledAt === null && (
          <LoadingButton
            variant="outlined"
            color="inherit"
            size="small"
            loading={cancel.isPending}
            sx={BUTTON}
            onClick={() => cancel.mutate()}
          >
            Cancel
          </LoadingButton>
        )}
        {counts.failed > 0 && (
          <LoadingButton
            variant="outlined"
            size="small"
            loading={retry.isPending}
            sx={BUTTON}
            onClick={() => retry.mutate()}
          >
            Retry failed
          </LoadingButton>
        )}
      </Box>
      <ProgressRow
        icon={<StatusIcon tone={tone} />}
        label={word}
        note={describeCounts(delivery)}
        value={runs ? countOver(delivery) / total : undefined}
      />
      {stopped !== null && (
        <Alert severity="error" variant="outlined">
          {stopped} Nothing more was sent. An admin can correct the account; then retry.
        </Alert>
      )}
      <Button
        variant="text"
        color="inherit"
        size="small"
        aria-expanded={isOpen}
        aria-controls={filesId}
        onClick={() => setIsOpen(!isOpen)}
        endIcon={
          <Box
            component={ChevronDown}
            aria-hidden
            size={16}
            sx={{ transform: isOpen ? 'rotate(180deg)' : 'none', transition: 'transform 150ms ease-out' }}
          />
        }
        sx={{ justifySelf: 'start', ml: -3.5 }}
      >
        {isOpen ? 'Hide files' : 'Show files'}
      </Button>
      <Box id={filesId} hidden={!isOpen} sx={{ display: isOpen ? 'grid' : 'none', gap: 3 }}>
        {isOpen && <DeliveryFiles delivery={delivery} />}
      </Box>
    </Card>
  );
}

const BUTTON = { flexShrink: 0, whiteSpace: 'nowrap' } as const;

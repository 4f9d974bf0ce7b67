import type { KeyStatus } from '@portal/contracts/api-status';
import { PROVIDER_TITLES, type Provider } from '@portal/contracts/generation-request';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { KeyRound } from 'lucide-react';
import { useRef } from 'react';
import { countOf } from '../../../shared/ui/count.ts';
import { FactList } from '../../../shared/ui/fact-list.tsx';
import { Panel, TWO_COLUMNS } from '../../../shared/ui/panel.tsx';
import { describeClock, RelativeTime } from '../../../shared/ui/relative-time.tsx';
import { StatusWord } from '../../../shared/ui/status-word.tsx';
import { useCheckKeys } from './use-check-keys.ts';
import { describeStatus } from './describe-keys.ts';

export const KeyCards = ({ keyStatus }: { keyStatus: readonly KeyStatus[] }) => (
  <Box component="section" aria-label="API keys" sx={TWO_COLUMNS}>
    {keyStatus.map((keys) => (
      <KeyCard key={keys.provider} keys={keys} />
    ))}
  </Box>
);

function KeyCard({ keys }: { keys: KeyStatus }) {
  const { provider, status, activeKeys, totalKeys, restingKeys, restUntil, outKeys, capacity, rateLimit } =
    keys;
  const { tone, word, message } = describeStatus(status);
  const state = useRef<HTMLElement>(null);
  return (
    <Panel
      title={`${PROVIDER_TITLES[provider]} keys`}
      end={
        <Box component="span" ref={state} tabIndex={-1}>
          <StatusWord tone={tone} word={word} />
        </Box>
      }
    >
      {message !== undefined && <Typography>{message}</Typography>}
      <FactList
        facts={[
          ['Active keys', `${activeKeys} / ${totalKeys}`],
          ...(restingKeys > 0 ? [['Paused', describePause(restingKeys, restUntil)] as const] : []),
          ...(outKeys > 0 ? [['Rejected by provider', countOf(outKeys, 'key')] as const] : []),
          ['Capacity', countOf(capacity, 'concurrent call')],
          ['Rate limit', `${countOf(rateLimit, 'call')} per minute`],
          ['Last checked', keys.lastChecked === null ? 'Never' : <RelativeTime value={keys.lastChecked} />],
        ]}
      />
      {outKeys > 0 && <CheckAction provider={provider} onCheck={() => state.current?.focus()} />}
    </Panel>
  );
}

const describePause = (count: number, until: string | null): string =>
  until === null ? countOf(count, 'key') : `${countOf(count, 'key')} until ${describeClock(until)}`;

interface CheckProps {
  provider: Provider;
  /** Moves the focus elsewhere, since the button is disabled and may go away. */
  onCheck: () => void;
}

function CheckAction({ provider, onCheck }: CheckProps) {
  const check = useCheckKeys(provider);
  return (
    <Button
      variant="outlined"
      loading={check.isPending}
      loadingPosition="start"
      startIcon={<KeyRound aria-hidden size={15} />}
      aria-label={`Check keys for ${PROVIDER_TITLES[provider]}`}
      onClick={() => {
        check.mutate();
        onCheck();
      }}
      sx={{ justifySelf: 'start' }}
    >
      Check keys
    </Button>
  );
}

import type { KeyStatus } from '@portal/contracts/api-status';
import { PROVIDER_TITLES, type Provider } from '@portal/contracts/generation-request';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { ChevronDown, ChevronUp, KeyRound } from 'lucide-react';
import { useId, useRef } from 'react';
import { LoadingButton } from '../../../ui/loading-button.tsx';
import { countOf } from '../../../ui/count.ts';
import { FactList } from '../../../ui/fact-list.tsx';
import { IconAction } from '../../../ui/icon-action.tsx';
import { Panel, TWO_COLUMNS } from '../../../ui/panel.tsx';
import { describeClock, RelativeTime } from '../../../ui/relative-time.tsx';
import { StatusWord } from '../../../ui/status-word.tsx';
import { KeyProblemText } from '../../../tools/providers/provider-notice.tsx';
import { useCheckKeys } from './use-check-keys.ts';
import { describeStatus, summarizeKeys } from './describe-keys.ts';
import { useExpanded } from './expanded-keys.ts';
import { ReplaceKeys } from './replace-keys.tsx';

export const KeyCards = ({ keyStatus }: { keyStatus: readonly KeyStatus[] }) => (
  <Box component="section" aria-label="API keys" sx={{ ...TWO_COLUMNS, alignItems: 'start' }}>
    {keyStatus.map((keys) => (
      <KeyCard key={keys.provider} keys={keys} />
    ))}
  </Box>
);

/** A summary while all keys are healthy, unless it was expanded. */
function KeyCard({ keys }: { keys: KeyStatus }) {
  const { provider, status, outKeys } = keys;
  const { tone, word, message } = describeStatus(status);
  const [wasExpanded, setIsExpanded] = useExpanded(provider);
  const canCollapse = status === 'healthy';
  const isExpanded = !canCollapse || wasExpanded;
  const factsId = useId();
  const state = useRef<HTMLElement>(null);
  const title = `${PROVIDER_TITLES[provider]} keys`;
  return (
    <Panel
      title={title}
      end={
        <>
          <Box component="span" ref={state} tabIndex={-1} sx={{ display: 'inline-flex', ml: 2 }}>
            <StatusWord tone={tone} word={word} />
          </Box>
          {canCollapse && (
            <IconAction
              label={`Details of ${title}`}
              aria-expanded={isExpanded}
              aria-controls={factsId}
              onClick={() => setIsExpanded(!isExpanded)}
            >
              {isExpanded ? <ChevronUp aria-hidden size={16} /> : <ChevronDown aria-hidden size={16} />}
            </IconAction>
          )}
          {!isExpanded && (
            <Typography variant="body2" color="textSecondary" sx={{ flexBasis: '100%' }}>
              {summarizeKeys(keys)}
            </Typography>
          )}
        </>
      }
    >
      {message !== undefined && <Typography>{message}</Typography>}
      {keys.problem && keys.problem !== 'no-key' && (
        <Typography>
          <KeyProblemText provider={provider} problem={keys.problem} />
        </Typography>
      )}
      {isExpanded && (
        <Box id={factsId} sx={{ display: 'grid', gap: 4 }}>
          <KeyFacts keys={keys} />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
            {outKeys > 0 && <CheckAction provider={provider} onCheck={() => state.current?.focus()} />}
            <ReplaceKeys provider={provider} />
          </Box>
        </Box>
      )}
    </Panel>
  );
}

const KeyFacts = ({ keys }: { keys: KeyStatus }) => (
  <FactList
    facts={[
      ['Active keys', `${keys.activeKeys} / ${keys.totalKeys}`],
      ...(keys.restingKeys > 0 ? [['Paused', describePause(keys.restingKeys, keys.restUntil)] as const] : []),
      ...(keys.outKeys > 0 ? [['Rejected by provider', countOf(keys.outKeys, 'key')] as const] : []),
      ['Capacity', countOf(keys.capacity, 'concurrent call')],
      ['Rate limit', `${countOf(keys.rateLimit, 'call')} per minute`],
      ['Last checked', keys.lastChecked === null ? 'Never' : <RelativeTime value={keys.lastChecked} />],
    ]}
  />
);

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
    <LoadingButton
      variant="outlined"
      loading={check.isPending}
      loadingPosition="start"
      startIcon={<KeyRound aria-hidden size={15} />}
      aria-label={`Check keys for ${PROVIDER_TITLES[provider]}`}
      onClick={() => {
        check.mutate();
        onCheck();
      }}
    >
      Check keys
    </LoadingButton>
  );
}

import type { ApiStatus, QueueDepth, Retirement } from '@portal/contracts/api-status';
import { describeDuration } from '@portal/contracts/describe-duration';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { TriangleAlert } from 'lucide-react';
import { countOf } from '../../../ui/count.ts';
import { FactList } from '../../../ui/fact-list.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { StatusWord } from '../../../ui/status-word.tsx';
import { describeRetirement } from './describe-retirement.ts';

type Health = ApiStatus['data']['health'];

interface Props {
  health: Health;
  queues: readonly QueueDepth[];
}

export const HealthPanel = ({ health, queues }: Props) => (
  <Panel title="Health status">
    <FactList
      facts={health.map(({ name, isOk }) => [
        PARTS[name],
        isOk ? (
          <StatusWord key={name} tone="good" word="Operational" />
        ) : (
          <StatusWord key={name} tone="bad" word="Unreachable" />
        ),
      ])}
    />
    <Queues queues={queues} />
  </Panel>
);

const PARTS: Record<Health[number]['name'], string> = {
  database: 'Database',
  files: 'Uploaded files',
  media: 'Media service',
  queues: 'Queues',
  identity: 'Accounts',
};

/** Empty queues share one line. */
function Queues({ queues }: { queues: readonly QueueDepth[] }) {
  const shown = queues.filter(({ tasks }) => tasks !== 0);
  const emptyCount = queues.length - shown.length;
  return (
    <Box component="section" aria-label="Queues" sx={QUEUES}>
      {shown.length > 0 && <FactList facts={shown.map((queue) => [queue.label, describeQueue(queue)])} />}
      {emptyCount > 0 && (
        <Box sx={{ color: 'text.secondary' }}>
          {shown.length === 0
            ? 'All queues are empty.'
            : `${countOf(emptyCount, 'other queue is', 'other queues are')} empty.`}
        </Box>
      )}
    </Box>
  );
}

const QUEUES = { display: 'grid', gap: 2, pt: 4, borderTop: '1px solid', borderColor: 'divider' } as const;

function describeQueue({ tasks, oldestSeconds }: QueueDepth): string {
  if (tasks === null) return 'Unknown';
  const age = oldestSeconds === null ? '' : `, oldest ${describeDuration(oldestSeconds * 1000)}`;
  return `${countOf(tasks, 'task')}${age}`;
}

export const Retirements = ({ retirements }: { retirements: readonly Retirement[] }) => (
  <Box component="section" aria-label="Model retirements" sx={{ display: 'grid', gap: 2 }}>
    {retirements.map((retirement) => (
      <Alert
        key={`${retirement.provider} ${retirement.model} ${retirement.upstreamModel}`}
        severity={retirement.isRetired ? 'error' : 'warning'}
        variant="outlined"
        role="note"
        icon={<TriangleAlert aria-hidden size={18} />}
      >
        {describeRetirement(retirement, new Date())}
      </Alert>
    ))}
  </Box>
);

import type { ApiStatus, QueueDepth, Retirement } from '@portal/contracts/api-status';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { TriangleAlert } from 'lucide-react';
import { countOf } from '../../../shared/ui/count.ts';
import { FactList } from '../../../shared/ui/fact-list.tsx';
import { Panel } from '../../../shared/ui/panel.tsx';
import { StatusWord } from '../../../shared/ui/status-word.tsx';
import { describeRetirement } from './describe-retirement.ts';

type Health = ApiStatus['data']['health'];

export const HealthPanel = ({ health }: { health: Health }) => (
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
  </Panel>
);

const PARTS: Record<Health[number]['name'], string> = {
  database: 'Database',
  files: 'Uploaded files',
  media: 'Media service',
  queues: 'Queues',
  identity: 'Accounts',
};

export const QueuePanel = ({ queues }: { queues: readonly QueueDepth[] }) => (
  <Panel title="Queues">
    <FactList facts={queues.map((queue) => [queue.label, describeQueue(queue)])} />
  </Panel>
);

function describeQueue({ tasks, oldestSeconds }: QueueDepth): string {
  if (tasks === null) return 'Unknown';
  if (tasks === 0) return 'Empty';
  const age = oldestSeconds === null ? '' : `, oldest ${describeSeconds(oldestSeconds)}`;
  return `${countOf(tasks, 'task')}${age}`;
}

const describeSeconds = (seconds: number): string =>
  seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;

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

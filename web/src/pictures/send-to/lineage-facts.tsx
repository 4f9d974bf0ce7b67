import type { BatchFacts } from '@portal/contracts/batches';
import Link from '@mui/material/Link';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toast } from '../../client/toast/toast-store.ts';
import { useToolTitles } from '../registered-tools/tools.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { BatchItems } from './batch-items.tsx';
import { lineageQuery } from './lineage-query.ts';
import { listSources, toLinkedBatch, type LinkedBatch } from './linked-batch.ts';
import { useBatchLink } from './use-batch-link.ts';

type Props = { batch: Pick<BatchFacts, 'id' | 'origins'> };

/** 'From “Fox in the snow”' and, once the server has been asked, 'Sent to Upscale & Enhancement'. Parts of a FactsRow. */
export function LineageFacts({ batch }: Props) {
  const getTitle = useToolTitles();
  const { data: lineage } = useQuery({ ...lineageQuery(batch.id), enabled: false });
  const sources = listSources(batch.origins ?? [], lineage);
  const sentTo = (lineage?.sentTo ?? []).map(toLinkedBatch);
  const [source, ...otherSources] = sources;
  const [sent, ...otherSent] = sentTo;
  return (
    <>
      {source && otherSources.length === 0 && <Source batchId={batch.id} source={source} />}
      {otherSources.length > 0 && (
        <Linked label={`From ${sources.length} batches`}>
          {(close) => <Sources batch={batch} close={close} />}
        </Linked>
      )}
      {sent && otherSent.length === 0 && <Sent sent={sent} label={`Sent to ${getTitle(sent.tool)}`} />}
      {otherSent.length > 0 && (
        <Linked label={`Sent to ${sentTo.length} batches`}>
          {(close) => <BatchItems batches={sentTo} close={close} />}
        </Linked>
      )}
    </>
  );
}

/** A click asks whether the source still exists. */
function Source({ batchId, source }: { batchId: string; source: LinkedBatch }) {
  const client = useQueryClient();
  const link = useBatchLink();
  const text = `From “${source.name}”`;
  if (source.isGone === true) return <span>{text}, deleted or expired</span>;
  const checkSource = async () => {
    try {
      const { sources } = await client.fetchQuery(lineageQuery(batchId));
      const isGone = sources.some((each) => each.batchId === source.batchId && each.isGone);
      if (isGone) toast('Batch not found', { description: `“${source.name}” was deleted or has expired.` });
      return !isGone;
    } catch {
      // Its tool's page says whether it exists.
      return true;
    }
  };
  return (
    <Link color="inherit" {...link(source, checkSource)}>
      {text}
    </Link>
  );
}

function Sent({ sent, label }: { sent: LinkedBatch; label: string }) {
  const link = useBatchLink();
  return (
    <Link color="inherit" {...link(sent, () => true)}>
      {label}
    </Link>
  );
}

interface LinkedProps {
  label: string;
  children: (close: () => void) => ReactNode;
}

const Linked = ({ label, children }: LinkedProps) => (
  <ActionMenu
    renderButton={(props) => (
      <Link component="button" type="button" color="inherit" {...props}>
        {label}
      </Link>
    )}
  >
    {children}
  </ActionMenu>
);

/** Known at once; the answer adds which are gone. */
function Sources({ batch, close }: Props & { close: () => void }) {
  const { data: lineage } = useQuery(lineageQuery(batch.id));
  return <BatchItems batches={listSources(batch.origins ?? [], lineage)} close={close} />;
}

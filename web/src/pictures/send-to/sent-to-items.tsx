import Divider from '@mui/material/Divider';
import ListSubheader from '@mui/material/ListSubheader';
import { useQuery } from '@tanstack/react-query';
import { BatchItems } from './batch-items.tsx';
import { lineageQuery } from './lineage-query.ts';
import { toLinkedBatch } from './linked-batch.ts';
import { SUBHEADER } from './use-send-items.tsx';

interface Props {
  batchId: string;
  close: () => void;
}

/** Where a batch's pictures were sent before. */
export function SentToItems({ batchId, close }: Props) {
  const { data } = useQuery(lineageQuery(batchId));
  if (!data || data.sentTo.length === 0) return undefined;
  return (
    <>
      <Divider />
      <ListSubheader role="presentation" sx={SUBHEADER}>
        Sent to{data.hasMore && ', newest'}
      </ListSubheader>
      <BatchItems batches={data.sentTo.map(toLinkedBatch)} close={close} />
    </>
  );
}

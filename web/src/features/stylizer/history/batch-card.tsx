import type { StylizerBatch } from '@portal/contracts/stylizer';
import Box from '@mui/material/Box';
import { Palette } from 'lucide-react';
import { memo } from 'react';
import { BatchCardFrame, CardFooter, measureContent } from '../../../pictures/batches/batch-card-frame.tsx';
import { BatchFactsLine, FactsRow } from '../../../pictures/batches/batch-facts-line.tsx';
import type { CardProps } from '../../../pictures/batches/history.tsx';
import { LineageFacts } from '../../../pictures/send-to/lineage-facts.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { useRename } from '../batches/stylizer.ts';
import { labelPreset } from '../batches/label-preset.ts';
import { BatchActions } from './batch-actions.tsx';
import type { DialogKind } from './batch-dialogs.tsx';
import { listPairs } from './list-pairs.ts';
import { PairStrip } from './pair-strip.tsx';
import { StatusRow } from './status-row.tsx';

type Props = CardProps<StylizerBatch, DialogKind>;

/** Memoized: a poll returns up to 200 batches, and most have not changed. */
export const BatchCard = memo(function BatchCard({ batch, width, isEager, onOpenDialog }: Props) {
  const rename = useRename();
  const open = (kind: DialogKind, item?: number) =>
    onOpenDialog({ kind, batchId: batch.id, ...(item !== undefined && { item }) });
  return (
    <BatchCardFrame
      batchId={batch.id}
      name={batch.name}
      onRename={(name) => rename(batch.id, name)}
      isEager={isEager}
    >
      <StatusRow
        batch={batch}
        facts={
          <FactsRow>
            <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center' }}>
              <Badge>
                <Palette aria-hidden size={12} />
                {labelPreset(batch.preset)}
              </Badge>
            </Box>
            <RelativeTime value={batch.createdAt} />
            <LineageFacts batch={batch} />
          </FactsRow>
        }
      />
      {!batch.filesDeleted && (
        <PairStrip pairs={listPairs(batch)} width={measureContent(width)} onOpen={open} />
      )}
      <CardFooter facts={<BatchFactsLine batch={batch} onShowFailures={() => open('failures')} />}>
        <BatchActions batch={batch} onOpenDialog={open} />
      </CardFooter>
    </BatchCardFrame>
  );
});

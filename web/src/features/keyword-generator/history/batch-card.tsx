import { isActive } from '@portal/contracts/batches';
import type { KeywordBatch } from '@portal/contracts/keyword-generator';
import Link from '@mui/material/Link';
import { Languages } from 'lucide-react';
import { memo } from 'react';
import { BatchCardFrame, CardFooter, measureContent } from '../../../pictures/batches/batch-card-frame.tsx';
import { BatchFactsLine, FactsRow } from '../../../pictures/batches/batch-facts-line.tsx';
import { BatchStatus } from '../../../pictures/batches/batch-status.tsx';
import { batchCardId } from '../../../pictures/batches/batch-path.ts';
import type { CardProps } from '../../../pictures/batches/history.tsx';
import { ImageStrip } from '../../../pictures/batches/image-strip.tsx';
import { LineageFacts } from '../../../pictures/send-to/lineage-facts.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { keywords, useRename } from '../batches/keywords.ts';
import { isPlaceholder } from '../batches/placeholder.ts';
import { BatchActions } from './batch-actions.tsx';
import type { DialogKind } from './batch-dialogs.tsx';
import { listBatchSlots } from './list-batch-slots.ts';

interface Props extends CardProps<KeywordBatch, DialogKind> {
  /** Its progress is no longer polled, because a poll was refused. */
  isLost: boolean;
  onCheckAgain: (id: string) => void;
}

/** Memoized: a poll returns up to 200 batches, and most have not changed. */
export const BatchCard = memo(function BatchCard({ isEager, ...props }: Props) {
  const { batch } = props;
  const rename = useRename();
  return (
    <BatchCardFrame
      batchId={batch.id}
      name={batch.name}
      onRename={isPlaceholder(batch) ? undefined : (name) => rename(batch.id, name)}
      isEager={isEager}
    >
      <CardBody {...props} />
    </BatchCardFrame>
  );
});

function CardBody({ batch, width, isLost, onCheckAgain, onOpenDialog }: Omit<Props, 'isEager'>) {
  const { status, progress, language, filesDeleted } = batch;
  const open = (kind: DialogKind, item?: number) =>
    onOpenDialog({ kind, batchId: batch.id, ...(item !== undefined && { item }) });
  const checkAgain = () => {
    // The link, which has the focus, goes.
    document.getElementById(batchCardId(batch.id))?.focus({ preventScroll: true });
    onCheckAgain(batch.id);
  };
  return (
    <>
      <BatchStatus
        batch={batch}
        progress={keywords.readProgress(batch)}
        facts={
          <FactsRow>
            {language !== 'English' && (
              <span>
                <Badge>
                  <Languages aria-hidden size={12} />
                  {language}
                </Badge>
              </span>
            )}
            <RelativeTime value={batch.createdAt} />
            <LineageFacts batch={batch} />
          </FactsRow>
        }
        overrides={{
          ...(status === 'processing' && { value: progress / 100 }),
          ...(isLost && isActive(status) && { note: <LostNote onCheckAgain={checkAgain} /> }),
          ...(isPlaceholder(batch) && { note: 'Uploading...', value: 'waiting' }),
        }}
      />
      {!filesDeleted && (
        <ImageStrip
          slots={listBatchSlots(batch)}
          ratio={1}
          width={measureContent(width)}
          makeThumbnailPath={(url) => url}
          onOpen={(item) => open('results', item)}
        />
      )}
      {!isPlaceholder(batch) && (
        <CardFooter facts={<BatchFactsLine batch={batch} onShowFailures={() => open('failed-items')} />}>
          <BatchActions batch={batch} onOpenDialog={open} />
        </CardFooter>
      )}
    </>
  );
}

const LostNote = ({ onCheckAgain }: { onCheckAgain: () => void }) => (
  <span role="status">
    Updates stopped.{' '}
    <Link component="button" onClick={onCheckAgain}>
      Check again
    </Link>
  </span>
);

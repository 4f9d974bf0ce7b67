import type { UpscaleBatch } from '@portal/contracts/upscale';
import { Trash2 } from 'lucide-react';
import { memo } from 'react';
import { BatchCardFrame, CardFooter, measureContent } from '../../../shared/batches/batch-card-frame.tsx';
import { BatchFactsLine, FactsRow } from '../../../shared/batches/batch-facts-line.tsx';
import { BatchStatus } from '../../../shared/batches/batch-status.tsx';
import { CancelAction, DownloadAction, RetryAction } from '../../../shared/batches/common-actions.tsx';
import { GalleryAction } from '../../../shared/batches/gallery/gallery-action.tsx';
import type { CardProps } from '../../../shared/batches/history.tsx';
import { ImageStrip } from '../../../shared/batches/image-strip.tsx';
import { Badge } from '../../../shared/ui/badge.tsx';
import { LabeledAction } from '../../../shared/ui/labeled-action.tsx';
import { RelativeTime } from '../../../shared/ui/relative-time.tsx';
import { upscaler, useRename } from '../batches/upscaler.ts';
import type { DialogKind } from './batch-dialogs.tsx';
import { listBatchSlots } from './list-batch-slots.ts';

type Props = CardProps<UpscaleBatch, DialogKind>;

/** Memoized: a poll returns up to 200 batches, and most have not changed. */
export const BatchCard = memo(function BatchCard({ isEager, ...props }: Props) {
  const { id, name } = props.batch;
  const rename = useRename();
  return (
    <BatchCardFrame batchId={id} name={name} onRename={(newName) => rename(id, newName)} isEager={isEager}>
      <CardBody {...props} />
    </BatchCardFrame>
  );
});

function CardBody({ batch, width, onOpenDialog }: Omit<Props, 'isEager'>) {
  const { id, scale, enhance, createdAt, filesDeleted, processedImages } = batch;
  const open = (kind: DialogKind, item?: number) =>
    onOpenDialog({ kind, batchId: id, ...(item !== undefined && { item }) });
  return (
    <>
      <FactsRow>
        <span>
          <Badge>{scale}x</Badge> {enhance && <Badge>Enhanced</Badge>}
        </span>
        <RelativeTime value={createdAt} />
      </FactsRow>
      <BatchStatus batch={batch} progress={upscaler.readProgress(batch)} />
      {!filesDeleted && (
        <ImageStrip
          slots={listBatchSlots(batch)}
          ratio={1}
          width={measureContent(width)}
          makeThumbnailPath={(url) => `${url}/thumbnail`}
          onOpen={(item) => open('image', item)}
        />
      )}
      <CardFooter
        facts={<BatchFactsLine batch={batch} hasPrice={false} onShowFailures={() => open('failures')} />}
      >
        <CancelAction tool={upscaler} batch={batch} />
        <RetryAction batch={batch} onShowFailures={() => open('failures')} />
        {!filesDeleted && processedImages > 0 && <GalleryAction batchId={id} label="View all images" />}
        <DownloadAction tool={upscaler} batch={batch} />
        <LabeledAction
          label="Delete"
          icon={<Trash2 aria-hidden size={16} />}
          onClick={() => open('delete')}
        />
      </CardFooter>
    </>
  );
}

import { upscaleCalls, type UpscaleBatch } from '@portal/contracts/upscale';
import { memo } from 'react';
import { BatchMenu } from '../../../pictures/batch-menu/batch-menu.tsx';
import { BatchCardFrame, CardFooter, measureContent } from '../../../pictures/batches/batch-card-frame.tsx';
import { BatchFactsLine, FactsRow } from '../../../pictures/batches/batch-facts-line.tsx';
import { BatchStatus } from '../../../pictures/batches/batch-status.tsx';
import { CancelAction, DeleteAction, DownloadAction } from '../../../pictures/batches/common-actions.tsx';
import { GalleryAction } from '../../../pictures/gallery/gallery-action.tsx';
import type { CardProps } from '../../../pictures/batches/history.tsx';
import { ImageStrip } from '../../../pictures/batches/image-strip.tsx';
import { OrderedActions } from '../../../pictures/batches/ordered-actions.tsx';
import { LineageFacts } from '../../../pictures/send-to/lineage-facts.tsx';
import { listResults } from '../../../pictures/send-to/list-results.ts';
import { Badge } from '../../../ui/badge.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
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
  const { id, scale, enhance, quality, createdAt, filesDeleted, processedImages } = batch;
  const open = (kind: DialogKind, item?: number) =>
    onOpenDialog({ kind, batchId: id, ...(item !== undefined && { item }) });
  return (
    <>
      <BatchStatus
        batch={batch}
        progress={upscaler.readProgress(batch)}
        facts={
          <FactsRow>
            <span>
              <Badge>{scale}x</Badge> {enhance && <Badge>Enhanced</Badge>}{' '}
              {quality === 'fast' && <Badge>Fast</Badge>}
            </span>
            <RelativeTime value={createdAt} />
            <LineageFacts batch={batch} />
          </FactsRow>
        }
      />
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
        <OrderedActions
          cancel={<CancelAction tool={upscaler} batch={batch} />}
          download={<DownloadAction tool={upscaler} batch={batch} />}
          view={
            !filesDeleted && processedImages > 0 && <GalleryAction batchId={id} label="View all images" />
          }
          remove={<DeleteAction onClick={() => open('delete')} />}
          menu={
            <BatchMenu
              tool={upscaler}
              batch={batch}
              count={processedImages}
              getPictures={() => listResults(upscaleCalls, 'upscale', batch)}
              onShowFailures={() => open('failures')}
            />
          }
        />
      </CardFooter>
    </>
  );
}

import type { BatchImage } from '@portal/contracts/batch-calls';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImageTool, HistoryBatch } from '../batches/batch-tool.ts';
import { ImageViewer } from '../viewer/image-viewer.tsx';
import type { BatchPicture } from '../viewer/batch-picture.ts';
import { makeDescribePicture, type DescribeBatch } from './describe-picture.ts';
import { ImagesDialog } from './images-dialog.tsx';

interface Props<Batch extends HistoryBatch> {
  tool: ImageTool<Batch>;
  isOpen: boolean;
  batch: Batch;
  /** Opens this image directly, without the grid. */
  item: number | undefined;
  /** Adds what the tool knows about the images. */
  listPictures?: (batch: Batch, images: readonly BatchImage[]) => readonly BatchPicture[];
  describeBatch?: DescribeBatch<Batch>;
  onUseSettings?: ((picture: BatchPicture) => void) | undefined;
  /** Default: a toast says if it has failed. */
  onDownload?: (picture: BatchPicture) => void;
  onClose: () => void;
}

export function BatchImages<Batch extends HistoryBatch>({
  tool,
  isOpen,
  batch,
  item,
  listPictures,
  describeBatch,
  onUseSettings,
  onDownload,
  onClose,
}: Props<Batch>) {
  const { data: images, isError, refetch } = useQuery(tool.imagesQuery(batch));
  const pictures = images && listPictures ? listPictures(batch, images) : images;
  const describe = makeDescribePicture(tool, batch, describeBatch);
  const [viewed, setViewed] = useState(item);
  // A cleanup may delete the files while the dialog is open.
  const isShown = isOpen && !batch.filesDeleted;
  return (
    <>
      {item === undefined && (
        <ImagesDialog
          isOpen={isShown}
          batchName={tool.readTitle(batch).title}
          status={batch.status}
          pictures={pictures}
          hasFailed={isError}
          expected={tool.readProgress(batch).done}
          onTryAgain={() => void refetch()}
          onOpen={setViewed}
          onClose={onClose}
        />
      )}
      {viewed !== undefined && (
        <ImageViewer
          isOpen={isShown}
          pictures={pictures ?? []}
          hasFailed={isError}
          index={viewed}
          describe={describe}
          onUseSettings={onUseSettings}
          onMove={setViewed}
          {...(onDownload && { onDownload })}
          onClose={() => (item === undefined ? setViewed(undefined) : onClose())}
        />
      )}
    </>
  );
}

import type { GenerationBatch } from '@portal/contracts/image-generator';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ImageViewer } from '../../../shared/batches/image-viewer.tsx';
import { ImagesDialog } from '../../../shared/batches/images-dialog.tsx';
import { batchImagesQuery } from '../batches-query.ts';

interface Props {
  isOpen: boolean;
  batch: GenerationBatch;
  /** The image to begin with: then there is no grid to come back to. */
  item: number | undefined;
  onClose: () => void;
}

export function BatchImages({ isOpen, batch, item, onClose }: Props) {
  const { data: images, isError, refetch } = useQuery(batchImagesQuery(batch));
  const [viewed, setViewed] = useState(item);
  return (
    <>
      {item === undefined && (
        <ImagesDialog
          isOpen={isOpen}
          batchName={batch.customName}
          pictures={images}
          hasFailed={isError}
          expected={batch.completedCount}
          onTryAgain={() => void refetch()}
          onOpen={setViewed}
          onClose={onClose}
        />
      )}
      {viewed !== undefined && (
        <ImageViewer
          isOpen={isOpen}
          pictures={images ?? []}
          hasFailed={isError}
          index={viewed}
          onMove={setViewed}
          onClose={() => (item === undefined ? setViewed(undefined) : onClose())}
        />
      )}
    </>
  );
}

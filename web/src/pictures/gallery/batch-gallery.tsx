import type { BatchImage } from '@portal/contracts/batch-calls';
import { isActive } from '@portal/contracts/batches';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Loading } from '../../ui/loading.tsx';
import { EmptyState, ErrorState } from '../../ui/notice-state.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { BatchStatus } from '../batches/batch-status.tsx';
import type { ImageTool, HistoryBatch } from '../batches/batch-tool.ts';
import { useOptimisticBatches } from '../batches/change-batches.ts';
import { DownloadAction } from '../batches/common-actions.tsx';
import { downloadImage } from '../../client/downloads/download-archive.ts';
import { ImageViewer } from '../viewer/image-viewer.tsx';
import type { BatchPicture } from '../viewer/batch-picture.ts';
import { useViewer } from '../viewer/use-viewer.ts';
import { makeDescribePicture } from './describe-picture.ts';
import { DownloadAlert } from './download-alert.tsx';
import { GalleryCell, type GalleryPicture } from './gallery-cell.tsx';
import { NoImages } from './no-images.tsx';

interface Props<Batch extends HistoryBatch> {
  tool: ImageTool<Batch>;
  batchId: string;
  /** Adds the original to each image. */
  listPictures: (batch: Batch, images: readonly BatchImage[]) => GalleryPicture[];
  /** The subtitle, such as '2x'. */
  describe: (batch: Batch) => string;
}

const NO_BATCHES: readonly never[] = [];

/** A batch's images in a separate browser window. */
export function BatchGallery<Batch extends HistoryBatch>(props: Props<Batch>) {
  const { tool, batchId } = props;
  const { data, isPending, refetch } = useQuery(tool.batchesQuery);
  const batches = useOptimisticBatches<Batch>(tool.batchesQuery.queryKey, data ?? NO_BATCHES);
  const batch = batches.find(({ id }) => id === batchId);
  return (
    <PageBody isWide>
      {batch && <LoadedGallery batch={batch} {...props} />}
      {!batch && isPending && <LoadingPictures count={8} />}
      {!batch && data && (
        <EmptyState title="Batch not found">It was deleted, or its files have expired.</EmptyState>
      )}
      {!data && !isPending && (
        <Failure title="The batch could not be loaded" onTryAgain={() => void refetch()} />
      )}
    </PageBody>
  );
}

type LoadedProps<Batch extends HistoryBatch> = Omit<Props<Batch>, 'batchId'> & { batch: Batch };

function LoadedGallery<Batch extends HistoryBatch>({
  tool,
  batch,
  listPictures,
  describe,
}: LoadedProps<Batch>) {
  const [failedDownloads, setFailedDownloads] = useState(0);
  const fail = () => setFailedDownloads((count) => count + 1);
  const progress = tool.readProgress(batch);
  return (
    <>
      <PageHeader title={tool.readTitle(batch).title} subtitle={describe(batch)}>
        <DownloadAction
          tool={tool}
          batch={batch}
          notify={(_title, { isDestructive } = {}) => isDestructive && fail()}
        />
      </PageHeader>
      {isActive(batch.status) && (
        <Box sx={{ mb: 6 }}>
          <BatchStatus batch={batch} progress={progress} />
        </Box>
      )}
      {batch.filesDeleted ? (
        <EmptyState title="Files deleted">The files of this batch were deleted.</EmptyState>
      ) : (
        <Pictures
          tool={tool}
          batch={batch}
          listPictures={listPictures}
          onDownload={(picture) => void downloadImage(picture, { notify: fail })}
        />
      )}
      <DownloadAlert key={failedDownloads} isShown={failedDownloads > 0} />
    </>
  );
}

interface PicturesProps<Batch extends HistoryBatch> extends Omit<LoadedProps<Batch>, 'describe'> {
  onDownload: (picture: BatchPicture) => void;
}

function Pictures<Batch extends HistoryBatch>({
  tool,
  batch,
  listPictures,
  onDownload,
}: PicturesProps<Batch>) {
  const { data: images, isError, refetch } = useQuery(tool.imagesQuery(batch));
  const describe = makeDescribePicture(tool, batch);
  const { viewed, isOpen, open, move, close } = useViewer();
  if (!images)
    return isError ? (
      <Failure title="The images could not be loaded" onTryAgain={() => void refetch()} />
    ) : (
      <LoadingPictures count={Math.max(tool.readProgress(batch).done, 1)} />
    );
  const pictures = listPictures(batch, images);
  if (pictures.length === 0) return <NoImages status={batch.status} />;
  return (
    <>
      <Grid>
        {pictures.map((picture) => (
          <GalleryCell
            key={picture.index}
            picture={picture}
            onView={() => open(picture.index)}
            onCompare={() => open(picture.index, true)}
            onDownload={() => onDownload(picture)}
          />
        ))}
      </Grid>
      {viewed && (
        <ImageViewer
          key={viewed.opened}
          isOpen={isOpen}
          pictures={pictures}
          hasFailed={false}
          index={viewed.index}
          describe={describe}
          startsComparing={viewed.startsComparing}
          onMove={move}
          onDownload={onDownload}
          onClose={close}
        />
      )}
    </>
  );
}

const Grid = ({ children }: { children: ReactNode }) => (
  <Box
    component="ul"
    sx={{
      display: 'grid',
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(300px, 1fr))' },
      gap: 5,
      alignItems: 'start',
      m: 0,
      p: 0,
      listStyle: 'none',
    }}
  >
    {children}
  </Box>
);

const LoadingPictures = ({ count }: { count: number }) => (
  <Loading label="Loading images">
    <Grid>
      {Array.from({ length: count }, (_, index) => (
        <li key={index}>
          <Skeleton variant="rounded" sx={{ width: '100%', height: 'auto', aspectRatio: '4 / 3' }} />
        </li>
      ))}
    </Grid>
  </Loading>
);

const Failure = ({ title, onTryAgain }: { title: string; onTryAgain: () => void }) => (
  <ErrorState
    title={title}
    action={
      <Button variant="outlined" onClick={onTryAgain}>
        Try again
      </Button>
    }
  />
);

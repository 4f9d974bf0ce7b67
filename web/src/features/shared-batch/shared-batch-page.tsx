import { titleBatch } from '@portal/contracts/batch-title';
import { readSharedBatch, type SharedBatch, type SharedPicture } from '@portal/contracts/sharing';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { ApiFailure } from '../../client/api/api-failure.ts';
import { call } from '../../client/api/client.ts';
import { shouldRetry } from '../../client/api/retry.ts';
import { useLoadError } from '../../client/api/use-load-error.ts';
import { countActive } from '../../pictures/batches/describe-progress.ts';
import { pollEvery } from '../../pictures/batches/poll-batches.ts';
import { isAdmin, useSession } from '../../client/session/session.ts';
import { useToolTitles } from '../../pictures/registered-tools/tools.ts';
import { FileName } from '../../ui/file-name.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { EmptyState } from '../../ui/notice-state.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Thumbnail } from '../../ui/thumbnail.tsx';
import { ImageViewer } from '../../pictures/viewer/image-viewer.tsx';
import { useViewer } from '../../pictures/viewer/use-viewer.ts';
import { RevokeLink } from './revoke-link.tsx';

const BUSY_MS = 5000;
const IDLE_MS = 60_000;

/** A batch that a colleague shares. Nothing of it can be changed; admins can revoke the link. */
export function SharedBatchPage() {
  const { token = '' } = useParams();
  const query = useQuery({
    queryKey: [readSharedBatch.path, token],
    queryFn: () => call(readSharedBatch, { params: { token } }),
    retry: (failures, error) => shouldRetry(failures, error),
    ...pollEvery<SharedBatch>((batch) => (countActive(batch ? [batch] : []) > 0 ? BUSY_MS : IDLE_MS)),
  });
  const loadError = useLoadError(query);
  // Also after it was shown: its owner or an admin may revoke the link.
  const hasEnded = query.error !== null && isGone(query.error);
  return (
    <PageBody isWide>
      {query.isPending && !loadError && <LoadingBatch />}
      {hasEnded && (
        <>
          <PageHeader title="Shared batch" />
          <EmptyState title="This link no longer works">
            It was revoked, or its batch was deleted or has expired. Ask its owner for a new one.
          </EmptyState>
        </>
      )}
      {loadError && !hasEnded && (
        <LoadFailure
          title="The batch could not be loaded"
          error={loadError}
          onTryAgain={() => void query.refetch()}
        />
      )}
      {query.data && !hasEnded && <LoadedBatch batch={query.data} />}
    </PageBody>
  );
}

/** Also a token that is no token, such as one that was not copied whole. */
const isGone = (error: Error): boolean =>
  error instanceof ApiFailure && (error.status === 404 || error.status === 400);

function LoadedBatch({ batch }: { batch: SharedBatch }) {
  const { batchId, tool, prompt, ownerEmail, createdAt, expiresAt, total, pictures } = batch;
  const { session } = useSession();
  const titleOf = useToolTitles();
  const { title, date } = titleBatch(batch);
  const { viewed, isOpen, open, move, close } = useViewer();
  return (
    <>
      <PageHeader title={title} subtitle={`Shared by ${ownerEmail}`}>
        {isAdmin(session) && <RevokeLink batchId={batchId} />}
      </PageHeader>
      {prompt !== null && <Typography sx={{ maxWidth: '80ch', mb: 2, fontWeight: 500 }}>{prompt}</Typography>}
      <Typography variant="body2" color="textSecondary" sx={{ mb: 6 }}>
        {titleOf(tool)} · {pictures.length < total ? `${pictures.length} of ${total}` : total}{' '}
        {total === 1 ? 'picture' : 'pictures'} · created {date ?? <RelativeTime value={createdAt} />} ·
        expires <RelativeTime value={expiresAt} />
      </Typography>
      {pictures.length === 0 ? (
        <EmptyState title="No pictures yet">Finished pictures appear here.</EmptyState>
      ) : (
        <Box component="ul" sx={GRID}>
          {pictures.map((picture) => (
            <Cell key={picture.index} picture={picture} onOpen={() => open(picture.index)} />
          ))}
        </Box>
      )}
      {viewed && (
        <ImageViewer
          key={viewed.opened}
          isOpen={isOpen}
          pictures={pictures.map(toViewed)}
          hasFailed={false}
          index={viewed.index}
          onMove={move}
          onClose={close}
        />
      )}
    </>
  );
}

const toViewed = ({ url, width = 0, height = 0, ...picture }: SharedPicture) => ({
  ...picture,
  width,
  height,
  webUrl: url,
});

const GRID = {
  display: 'grid',
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fill, minmax(220px, 1fr))' },
  gap: 3,
  m: 0,
  p: 0,
  listStyle: 'none',
} as const;

interface CellProps {
  picture: SharedPicture;
  onOpen: () => void;
}

const Cell = ({ picture: { fileName, thumbnailUrl, width = 1, height = 1 }, onOpen }: CellProps) => (
  <Box component="li" sx={{ minWidth: 0 }}>
    <ButtonBase
      aria-label={`View ${fileName}`}
      onClick={onOpen}
      style={{ aspectRatio: `${width} / ${height}` }}
      sx={{ display: 'block', width: '100%', borderRadius: '8px', overflow: 'hidden' }}
    >
      <Thumbnail path={thumbnailUrl} alt="" />
    </ButtonBase>
    <FileName name={fileName} sx={{ mt: 1, typography: 'body2' }} />
  </Box>
);

const LoadingBatch = () => (
  <Loading label="Loading shared batch">
    <Skeleton width={320} height={40} sx={{ mb: 6 }} />
    <Box sx={GRID}>
      {Array.from({ length: 12 }, (_, index) => (
        <Skeleton key={index} variant="rounded" sx={{ width: '100%', height: 'auto', aspectRatio: '1' }} />
      ))}
    </Box>
  </Loading>
);

import type { Delivery, DeliveryFile } from '@portal/contracts/delivery';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLoadError } from '../../client/api/use-load-error.ts';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StatusWord } from '../../ui/status-word.tsx';
import { countOver, describeSent, FILE_WORDS } from './describe-delivery.ts';
import { filesQuery } from './use-delivery-actions.ts';

export function DeliveryFiles({ delivery }: { delivery: Delivery }) {
  const files = useInfiniteQuery(filesQuery(delivery));
  const { refetch, isFetchingNextPage } = files;
  const over = countOver(delivery);
  useEffect(() => {
    // A refetch would cancel the next page.
    if (!isFetchingNextPage) void refetch();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the files have changed when the last two do
  }, [refetch, isFetchingNextPage, over, delivery.endedAt]);
  const loadError = useLoadError(files) ?? (files.isRefetchError ? files.error : null);
  if (loadError) {
    return (
      <LoadFailure
        title="The files could not be loaded"
        error={loadError}
        onTryAgain={() => void refetch()}
      />
    );
  }
  if (!files.data) {
    return (
      <Loading label="Loading files">
        <Skeleton variant="rounded" height={120} />
      </Loading>
    );
  }
  return (
    <>
      <Box component="ul" aria-label={`Files for ${delivery.agencyName}`} sx={LIST}>
        {files.data.pages.flat().map((file) => (
          <FileRow key={file.index} file={file} />
        ))}
      </Box>
      {files.hasNextPage && (
        <LoadingButton
          variant="outlined"
          color="inherit"
          size="small"
          loading={isFetchingNextPage}
          onClick={() => void files.fetchNextPage()}
          sx={{ justifySelf: 'start' }}
        >
          Show more files
        </LoadingButton>
      )}
    </>
  );
}

function FileRow({ file }: { file: DeliveryFile }) {
  const size = describeSent(file);
  return (
    <Box component="li" sx={ROW}>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {file.name}
        {file.note !== null && <Box sx={NOTE}>{file.note}</Box>}
      </Box>
      <Box sx={{ ...NOTE, textAlign: { sm: 'right' }, fontVariantNumeric: 'tabular-nums' }}>
        {size}
        {file.sentAt !== null && (
          <>
            {' · '}
            <RelativeTime value={file.sentAt} />
          </>
        )}
      </Box>
      <StatusWord {...FILE_WORDS[file.state]} />
    </Box>
  );
}

const LIST = {
  m: 0,
  p: 0,
  listStyle: 'none',
  borderTop: '1px solid',
  borderColor: 'divider',
  '& > li + li': { borderTop: '1px solid', borderColor: 'divider' },
} as const;

const ROW = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: 'minmax(0, 1fr) auto 104px' },
  columnGap: 4,
  rowGap: 1,
  alignItems: 'start',
  py: 2,
  fontSize: '0.8125rem',
  '& > :nth-of-type(2)': { order: { xs: 1, sm: 0 }, gridColumn: { xs: '1 / -1', sm: 'auto' } },
} as const;

const NOTE = { color: 'text.secondary' } as const;

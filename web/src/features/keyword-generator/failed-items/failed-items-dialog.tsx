import { MAX_ATTEMPTS } from '@portal/contracts/batches';
import type { FailedItem, KeywordBatch } from '@portal/contracts/keyword-generator';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { RetryDialog } from '../../../pictures/batches/common-dialogs.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { EmptyState, ErrorState } from '../../../ui/notice-state.tsx';
import { Thumbnail, UnreadablePicture } from '../../../ui/thumbnail.tsx';
import { keywords } from '../batches/keywords.ts';
import { failedItemsQuery } from './failed-items-query.ts';

interface Props {
  batch: KeywordBatch;
  isOpen: boolean;
  onClose: () => void;
}

/** Lists the images that failed and why, and offers a retry. */
export function FailedItemsDialog({ batch, ...shared }: Props) {
  const {
    data: items,
    isError,
    refetch,
  } = useQuery(failedItemsQuery(batch.id, batch.failedCount + batch.uncertainCount));
  const unreadable = new Set(
    batch.failures.filter(({ permanent }) => permanent === 'unreadable').map(({ index }) => index),
  );
  const canRetry = batch.failures.some(({ permanent }) => permanent === undefined);
  return (
    <RetryDialog
      tool={keywords}
      batch={batch}
      content={{
        title: 'Failed items',
        intro: canRetry ? INTRO : undefined,
        list:
          isError && !items ? (
            <ErrorState
              title="The failed items could not be loaded"
              action={
                <Button variant="outlined" onClick={() => void refetch()}>
                  Try again
                </Button>
              }
            />
          ) : (
            <FailedItems
              items={items}
              expected={batch.failedItems.length}
              unreadable={unreadable}
              filesDeleted={batch.filesDeleted}
            />
          ),
        retry: 'Try again in a new batch',
      }}
      {...shared}
    />
  );
}

const INTRO = `These items failed after ${MAX_ATTEMPTS} attempts and can be tried again in a new batch.`;

interface ItemsProps {
  items: readonly FailedItem[] | undefined;
  expected: number;
  unreadable: ReadonlySet<number>;
  filesDeleted: boolean;
}

function FailedItems({ items, expected, unreadable, filesDeleted }: ItemsProps) {
  if (!items)
    return (
      <Loading label="Loading failed items">
        {Array.from({ length: Math.max(expected, 1) }, (_, index) => (
          <Skeleton key={index} height={72} />
        ))}
      </Loading>
    );
  if (items.length === 0) return <EmptyState title="No failed items to display" />;
  return (
    <Box component="ul" sx={LIST}>
      {items.map(({ index, fileName, previewUrl, error }) => (
        <li key={index}>
          <div>
            {unreadable.has(index) ? (
              <UnreadablePicture />
            ) : (
              <Thumbnail path={filesDeleted ? null : previewUrl} alt="" />
            )}
          </div>
          <Box sx={{ minWidth: 0 }}>
            <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{fileName}</Typography>
            <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              {error}
            </Typography>
          </Box>
        </li>
      ))}
    </Box>
  );
}

const LIST = {
  m: 0,
  p: 0,
  listStyle: 'none',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: '56px minmax(0, 1fr)',
    alignItems: 'center',
    gap: 3,
    py: 3,
    borderTop: '1px solid',
    borderColor: 'divider',
    '&:first-of-type': { borderTop: 0, pt: 0 },
    '& > div:first-of-type': { height: 56, borderRadius: '8px', overflow: 'hidden' },
  },
} as const;

import type { BatchStatus } from '@portal/contracts/batches';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Skeleton from '@mui/material/Skeleton';
import { Download } from 'lucide-react';
import { FileName } from '../../ui/file-name.tsx';
import { IconAction } from '../../ui/icon-action.tsx';
import { Loading } from '../../ui/loading.tsx';
import { ErrorState } from '../../ui/notice-state.tsx';
import { Thumbnail } from '../../ui/thumbnail.tsx';
import { WideDialog } from '../../ui/wide-dialog.tsx';
import { describeProblems } from '../checks/list-checks.ts';
import { ProblemBadge } from '../checks/problem-badge.tsx';
import type { BatchPicture } from '../viewer/batch-picture.ts';
import { downloadImage } from '../../client/downloads/download-archive.ts';
import { NoImages } from './no-images.tsx';

interface Props {
  isOpen: boolean;
  batchName: string;
  status: BatchStatus;
  /** Undefined while loading. */
  pictures: readonly BatchPicture[] | undefined;
  hasFailed: boolean;
  /** Number of placeholders while loading. */
  expected: number;
  onTryAgain: () => void;
  onOpen: (index: number) => void;
  onClose: () => void;
}

export const ImagesDialog = ({ isOpen, batchName, onClose, ...content }: Props) => (
  <WideDialog isOpen={isOpen} title={`Images in ${batchName}`} onClose={onClose}>
    <Content {...content} />
  </WideDialog>
);

function Content({
  pictures,
  hasFailed,
  expected,
  status,
  onTryAgain,
  onOpen,
}: Omit<Props, 'isOpen' | 'batchName' | 'onClose'>) {
  if (pictures === undefined && hasFailed) {
    return (
      <ErrorState
        title="Failed to load batch images."
        action={
          <Button variant="outlined" onClick={onTryAgain}>
            Try again
          </Button>
        }
      />
    );
  }
  if (pictures === undefined) {
    return (
      <Loading label="Loading images" sx={GRID}>
        {Array.from({ length: Math.max(expected, 1) }, (_, index) => (
          <Skeleton key={index} variant="rounded" sx={{ width: '100%', height: 'auto', aspectRatio: '1' }} />
        ))}
      </Loading>
    );
  }
  if (pictures.length === 0) {
    return <NoImages status={status} />;
  }
  return (
    <Box component="ul" sx={{ ...GRID, m: 0, p: 0, listStyle: 'none' }}>
      {pictures.map((picture) => (
        <Cell key={picture.index} picture={picture} onOpen={onOpen} />
      ))}
    </Box>
  );
}

const GRID = {
  display: 'grid',
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fill, minmax(180px, 1fr))' },
  gap: 3,
  alignItems: 'start',
} as const;

function Cell({ picture, onOpen }: { picture: BatchPicture; onOpen: (index: number) => void }) {
  const { index, fileName, thumbnailUrl, width, height, placeholder, checks } = picture;
  return (
    <Box component="li" sx={{ minWidth: 0 }}>
      <ButtonBase
        aria-label={[`View ${fileName}`, describeProblems(checks)].filter(Boolean).join(', ')}
        onClick={() => onOpen(index)}
        sx={{ display: 'block', width: '100%', borderRadius: '8px', overflow: 'hidden' }}
        style={{ aspectRatio: `${width} / ${height}` }}
      >
        <Thumbnail path={thumbnailUrl} alt="" placeholder={placeholder} />
        <ProblemBadge checks={checks} />
      </ButtonBase>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 1 }}>
        <FileName name={fileName} sx={{ flexGrow: 1, typography: 'body2' }} />
        <IconAction label={`Download ${fileName}`} onClick={() => void downloadImage(picture)}>
          <Download size={16} />
        </IconAction>
      </Box>
    </Box>
  );
}

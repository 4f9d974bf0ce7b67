import type { KeywordResult } from '@portal/contracts/keyword-generator';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { memo, type ReactNode } from 'react';
import { Thumbnail } from '../../../shared/ui/thumbnail.tsx';
import { useNearViewport } from '../../../shared/ui/use-near-viewport.ts';
import { ResultEditor } from './result-editor.tsx';

const ROW_PX = 290;

interface Props {
  batchId: string;
  result: KeywordResult;
  /** Why nothing could be written. */
  failure: string | undefined;
  /** The search leaves it out; what was typed in it stays. */
  isHidden: boolean;
}

/** A picture beside what is written about it; far from the screen an empty place of about its size. */
export const ResultRow = memo(function ResultRow({ batchId, result, failure, isHidden }: Props) {
  const [isNear, ref] = useNearViewport();
  return (
    <Box component="li" ref={ref} id={makeRowId(batchId, result.index)} hidden={isHidden} sx={ROW}>
      {isNear ? (
        <RowContent batchId={batchId} result={result} failure={failure} />
      ) : (
        <Box sx={{ height: ROW_PX }} />
      )}
    </Box>
  );
});

export const makeRowId = (batchId: string, index: number): string => `result-${batchId}-${index}`;

function RowContent({ batchId, result, failure }: Omit<Props, 'isHidden'>) {
  const { status, fileName, previewUrl } = result;
  return (
    <>
      <Box sx={PICTURE} data-small={status !== 'completed'}>
        <Thumbnail path={previewUrl} alt={fileName} />
      </Box>
      {status === 'completed' ? (
        <ResultEditor batchId={batchId} result={result} />
      ) : (
        <Nothing fileName={fileName}>{failure ?? STATES[status]}</Nothing>
      )}
    </>
  );
}

const STATES: Record<Exclude<KeywordResult['status'], 'completed'>, string> = {
  queued: 'Waiting',
  processing: 'Being looked at…',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

const Nothing = ({ fileName, children }: { fileName: string; children: ReactNode }) => (
  <Box sx={{ alignSelf: 'center', minWidth: 0 }}>
    <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{fileName}</Typography>
    <Typography variant="body2" color="textSecondary">
      {children}
    </Typography>
  </Box>
);

const ROW = {
  '&:not([hidden])': { display: 'grid' },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '168px minmax(0, 1fr)' },
  alignItems: 'start',
  columnGap: 6,
  rowGap: 4,
  py: 6,
  borderTop: '1px solid',
  borderColor: 'divider',
  scrollMarginTop: 8,
  // Rows that are not seen are not laid out again as others are typed in.
  contentVisibility: 'auto',
  containIntrinsicBlockSize: `auto ${ROW_PX}px`,
} as const;

const PICTURE = {
  width: { xs: 112, sm: 168 },
  aspectRatio: '1',
  borderRadius: '8px',
  overflow: 'hidden',
  '&[data-small=true]': { width: 72 },
} as const;

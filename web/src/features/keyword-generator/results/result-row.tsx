import type { ItemFailure } from '@portal/contracts/batches';
import type { KeywordResult } from '@portal/contracts/keyword-generator';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { memo, type ReactNode } from 'react';
import { Thumbnail, UnreadablePicture } from '../../../shared/ui/thumbnail.tsx';
import { ResultEditor } from './result-editor.tsx';
import { useInSight } from './use-row-visibility.ts';
import { useResultEdit } from './use-result-edit.ts';

interface Props {
  batchId: string;
  result: KeywordResult;
  filesDeleted: boolean;
  /** Why nothing could be written. */
  failure: ItemFailure | undefined;
  /** The search leaves it out; what was typed in it stays. */
  isHidden: boolean;
}

const USUAL_PX = 320;

/** A picture beside what is written about it; far from the screen an empty place of its size. */
export const ResultRow = memo(function ResultRow({
  batchId,
  result,
  filesDeleted,
  failure,
  isHidden,
}: Props) {
  const { index, status, fileName, previewUrl } = result;
  const [{ isNear, height }, ref] = useInSight(USUAL_PX);
  // Here, for it has to stay when the row is not drawn.
  const edit = useResultEdit(batchId, result);
  return (
    <Box
      component="li"
      ref={ref}
      id={makeRowId(batchId, index)}
      hidden={isHidden}
      sx={ROW}
      style={isNear ? {} : { height }}
    >
      {isNear && (
        <>
          <Box sx={PICTURE} data-small={status !== 'completed'}>
            {failure?.permanent === 'unreadable' ? (
              <UnreadablePicture />
            ) : (
              <Thumbnail path={filesDeleted ? null : previewUrl} alt={fileName} />
            )}
          </Box>
          {status === 'completed' ? (
            <ResultEditor result={result} edit={edit} />
          ) : (
            <Nothing fileName={fileName}>{failure?.reason ?? STATES[status]}</Nothing>
          )}
        </>
      )}
    </Box>
  );
});

export const makeRowId = (batchId: string, index: number): string => `result-${batchId}-${index}`;

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
  boxSizing: 'border-box',
  '&:not([hidden])': { display: 'grid' },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '168px minmax(0, 1fr)' },
  alignItems: 'start',
  columnGap: 6,
  rowGap: 4,
  py: 6,
  borderTop: '1px solid',
  borderColor: 'divider',
} as const;

const PICTURE = {
  width: { xs: 112, sm: 168 },
  aspectRatio: '1',
  borderRadius: '8px',
  overflow: 'hidden',
  '&[data-small=true]': { width: 72 },
} as const;

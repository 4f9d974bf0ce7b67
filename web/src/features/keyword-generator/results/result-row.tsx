import type { ItemFailure } from '@portal/contracts/batches';
import type { KeywordResult } from '@portal/contracts/keyword-generator';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { memo, type ReactNode } from 'react';
import { Thumbnail, UnreadablePicture } from '../../../ui/thumbnail.tsx';
import { ResultEditor } from './result-editor.tsx';
import { useRowVisibility } from './use-row-visibility.ts';
import { useResultEdit } from './use-result-edit.ts';

interface Props {
  batchId: string;
  result: KeywordResult;
  filesDeleted: boolean;
  /** Why the image has no texts. */
  failure: ItemFailure | undefined;
  /** Hidden by the search. Stays mounted to keep unsaved changes. */
  isHidden: boolean;
}

const TYPICAL_HEIGHT_PX = 320;

/** An image with its texts. Off screen, an empty row of the same height. */
export const ResultRow = memo(function ResultRow({
  batchId,
  result,
  filesDeleted,
  failure,
  isHidden,
}: Props) {
  const { index, status, fileName, previewUrl } = result;
  const [{ isNear, height }, ref] = useRowVisibility(TYPICAL_HEIGHT_PX);
  // Kept here so that it survives while the row's content is unmounted.
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
            <NoTexts fileName={fileName}>{failure?.reason ?? STATES[status]}</NoTexts>
          )}
        </>
      )}
    </Box>
  );
});

export const makeRowId = (batchId: string, index: number): string => `result-${batchId}-${index}`;

const STATES: Record<Exclude<KeywordResult['status'], 'completed'>, string> = {
  queued: 'Waiting',
  processing: 'Processing…',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

const NoTexts = ({ fileName, children }: { fileName: string; children: ReactNode }) => (
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

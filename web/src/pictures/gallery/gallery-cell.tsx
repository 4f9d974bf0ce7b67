import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { Download, Maximize2, SquareSplitHorizontal } from 'lucide-react';
import { FileName } from '../../ui/file-name.tsx';
import { IconAction } from '../../ui/icon-action.tsx';
import { Thumbnail } from '../../ui/thumbnail.tsx';
import { describeProblems } from '../checks/list-checks.ts';
import { ProblemBadge } from '../checks/problem-badge.tsx';
import type { BatchPicture } from '../viewer/batch-picture.ts';

export interface GalleryPicture extends BatchPicture {
  /** Shown below the name: the dimensions before and after. */
  note: string;
}

interface Props {
  picture: GalleryPicture;
  onView: () => void;
  onCompare: () => void;
  onDownload: () => void;
}

/** All frames share one aspect ratio, so that rows line up. */
const FRAME_RATIO = 4 / 3;

export function GalleryCell({ picture, onView, onCompare, onDownload }: Props) {
  const { fileName, thumbnailUrl, width, height, placeholder, checks, original, note } = picture;
  return (
    <Box component="li" sx={{ minWidth: 0 }}>
      <ButtonBase
        // Keyboard users have the icon button below.
        tabIndex={-1}
        aria-label={[`View ${fileName}`, describeProblems(checks)].filter(Boolean).join(', ')}
        onClick={onView}
        sx={FRAME}
      >
        <Box
          style={{
            aspectRatio: `${width} / ${height}`,
            [width / height > FRAME_RATIO ? 'width' : 'height']: '100%',
          }}
        >
          <Thumbnail path={thumbnailUrl} alt="" placeholder={placeholder} />
        </Box>
        <ProblemBadge checks={checks} />
      </ButtonBase>
      <FileName name={fileName} sx={{ mt: 2, fontWeight: 500 }} />
      <Box sx={{ display: 'flex', alignItems: 'center', mr: -1 }}>
        <Typography variant="body2" color="textSecondary" sx={{ flexGrow: 1, minWidth: 0 }}>
          {note}
        </Typography>
        {original && (
          <IconAction label={`Compare ${fileName}`} onClick={onCompare}>
            <SquareSplitHorizontal size={16} />
          </IconAction>
        )}
        <IconAction label={`View full size: ${fileName}`} onClick={onView}>
          <Maximize2 size={16} />
        </IconAction>
        <IconAction label={`Download ${fileName}`} onClick={onDownload}>
          <Download size={16} />
        </IconAction>
      </Box>
    </Box>
  );
}

const FRAME = {
  display: 'grid',
  gridTemplate: '100% / 100%',
  placeItems: 'center',
  width: '100%',
  aspectRatio: FRAME_RATIO,
  borderRadius: '12px',
  overflow: 'hidden',
  border: '1px solid',
  borderColor: 'divider',
  bgcolor: 'action.hover',
  '& > *': { minWidth: 0, minHeight: 0 },
} as const;

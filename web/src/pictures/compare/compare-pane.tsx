import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { RefObject } from 'react';
import { describeProblems } from '../checks/list-checks.ts';
import { FileName } from '../../ui/file-name.tsx';
import type { BatchPicture } from '../viewer/batch-picture.ts';
import { ImageStage } from '../viewer/image-stage.tsx';
import type { Point } from '../viewer/zoom.ts';

interface Props {
  picture: BatchPicture;
  place: number;
  pane: { stage: RefObject<HTMLDivElement | null>; frame: RefObject<HTMLDivElement | null> };
  zoom: number;
  /** The pointer or the focus is on it. */
  onLead: () => void;
  onToggleZoom: (at: Point) => void;
  onZoomBy: (factor: number, at: Point) => void;
  onKeep: () => void;
}

const ignore = () => undefined;

/** One of the pictures that are compared, with its checks. */
export function ComparePane(props: Props) {
  const { picture, place, pane, zoom, onLead, onToggleZoom, onZoomBy, onKeep } = props;
  const { fileName, width, height, checks } = picture;
  const sharpness = checks?.measures?.sharpness;
  const facts = [
    width > 0 && `${width} × ${height}`,
    sharpness !== undefined && `Sharpness ${sharpness}`,
    describeProblems(checks),
  ].filter(Boolean);
  return (
    <Box
      role="group"
      aria-label={`${place + 1}: ${fileName}`}
      onPointerEnter={onLead}
      onPointerDownCapture={onLead}
      onFocus={onLead}
      sx={PANE}
    >
      <Box sx={{ position: 'relative', flexGrow: 1, minHeight: 0 }}>
        <ImageStage
          picture={picture}
          alt={fileName}
          stage={pane.stage}
          frame={pane.frame}
          zoom={zoom}
          isComparing={false}
          onToggleZoom={onToggleZoom}
          onZoomBy={onZoomBy}
          onSwipe={ignore}
        />
      </Box>
      <Box sx={CAPTION}>
        <Box component="kbd" aria-hidden sx={NUMBER}>
          {place + 1}
        </Box>
        <Box sx={{ flexGrow: 1, minWidth: 0, overflow: 'hidden' }}>
          <FileName name={fileName} />
          <Box title={facts.join(' · ')} sx={{ ...LINE, color: 'text.secondary' }}>
            {facts.join(' · ')}
          </Box>
        </Box>
        <Button
          size="small"
          variant="outlined"
          aria-label={`Keep ${fileName}`}
          aria-keyshortcuts={String(place + 1)}
          onClick={onKeep}
          sx={{ flexShrink: 0 }}
        >
          Keep
        </Button>
      </Box>
    </Box>
  );
}

const PANE = {
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  minHeight: 0,
  bgcolor: 'background.default',
} as const;

const CAPTION = {
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  flexShrink: 0,
  p: 2,
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
} as const;

const NUMBER = {
  display: 'grid',
  placeContent: 'center',
  flexShrink: 0,
  width: 24,
  height: 24,
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: '6px',
  bgcolor: 'background.paper',
  font: 'inherit',
} as const;

const LINE = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

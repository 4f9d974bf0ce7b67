import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { X } from 'lucide-react';
import { useId } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { IconAction } from '../../ui/icon-action.tsx';
import type { BatchPicture } from '../viewer/batch-picture.ts';
import { leaveFullScreen, toggleFullScreen, ZoomActions } from '../viewer/viewer-actions.tsx';
import { actOnKey, PAN_PX } from '../viewer/viewer-keys.ts';
import { BAR, PAPER, TITLE } from '../viewer/viewer-style.ts';
import { MIN_ZOOM, stepZoom } from '../viewer/zoom.ts';
import { ComparePane } from './compare-pane.tsx';
import { useSharedView } from './use-shared-view.ts';

interface Props {
  isOpen: boolean;
  /** Two to four. */
  pictures: readonly BatchPicture[];
  /** What happens to the picture that is kept and to the others. */
  hint: string;
  /** By its place. */
  onKeep: (place: number) => void;
  onClose: () => void;
}

/** Pictures side by side, at the same zoom and place. One of them can be kept. */
export function CompareDialog({ isOpen, pictures, hint, onKeep, onClose }: Props) {
  const titleId = useId();
  const { panes, zoom, reset, lead, zoomTo, zoomBy, toggleZoom, pan, onScroll } = useSharedView();
  const close = () => {
    reset();
    leaveFullScreen();
    onClose();
  };
  const keep = (place: number) => {
    close();
    onKeep(place);
  };
  const keys: Record<string, () => void> = {
    arrowleft: () => pan(-PAN_PX, 0),
    arrowright: () => pan(PAN_PX, 0),
    arrowup: () => pan(0, -PAN_PX),
    arrowdown: () => pan(0, PAN_PX),
    '+': () => zoomTo(stepZoom(zoom, 1)),
    '=': () => zoomTo(stepZoom(zoom, 1)),
    '-': () => zoomTo(stepZoom(zoom, -1)),
    '0': () => zoomTo(MIN_ZOOM),
    f: toggleFullScreen,
    ...Object.fromEntries(pictures.map((_, place) => [String(place + 1), () => keep(place)])),
  };
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      fullScreen
      aria-labelledby={titleId}
      aria-describedby={`${titleId}-hint`}
      onKeyDown={(event) => actOnKey(event, keys)}
      slotProps={{ paper: PAPER }}
    >
      <Box sx={BAR}>
        <Box sx={TITLE}>
          <Typography id={titleId} noWrap sx={{ fontWeight: 500 }}>
            Compare {pictures.length} pictures
          </Typography>
          <Typography id={`${titleId}-hint`} variant="body2" color="textSecondary">
            Keep one, also with keys 1 to {pictures.length}. {hint}
          </Typography>
        </Box>
        <ZoomActions zoom={zoom} onZoom={zoomTo} />
        <IconAction label="Close" onClick={close} autoFocus>
          <X size={18} />
        </IconAction>
      </Box>
      <Box onScrollCapture={onScroll} sx={PANES}>
        {pictures.map((picture, place) => {
          const pane = panes[place];
          return (
            pane && (
              <ComparePane
                key={picture.webUrl}
                picture={picture}
                place={place}
                pane={pane}
                zoom={zoom}
                onLead={() => lead(place)}
                onToggleZoom={toggleZoom}
                onZoomBy={zoomBy}
                onKeep={() => keep(place)}
              />
            )
          );
        })}
      </Box>
    </Dialog>
  );
}

/** Side by side, four of them two by two; below each other on a phone. */
const PANES = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  gridAutoRows: { xs: 'minmax(180px, 1fr)', sm: 'minmax(0, 1fr)' },
  flexGrow: 1,
  minHeight: 0,
  gap: '1px',
  overflowY: { xs: 'auto', sm: 'hidden' },
  bgcolor: 'divider',
} as const;

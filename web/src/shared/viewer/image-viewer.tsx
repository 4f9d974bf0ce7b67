import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {
  ChevronLeft,
  ChevronRight,
  Download,
  Maximize,
  SquareSplitHorizontal,
  X,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { IconAction } from '../ui/icon-action.tsx';
import { Spinner } from '../ui/loading.tsx';
import { downloadImage } from '../downloads/download-archive.ts';
import { ImageStage } from './image-stage.tsx';
import type { BatchPicture } from './batch-picture.ts';

const ZOOMS = [1, 1.5, 2, 3, 4, 6, 8];

interface Props {
  isOpen: boolean;
  /** Empty until loaded. */
  pictures: readonly BatchPicture[];
  hasFailed: boolean;
  /** The item that is shown. */
  index: number;
  /** Opens with the compare view. */
  startsComparing?: boolean;
  /** Buttons beside the others. */
  actions?: (picture: BatchPicture) => ReactNode;
  /** What other keys do. */
  keys?: Readonly<Record<string, () => void>>;
  onMove: (index: number) => void;
  onDownload?: (picture: BatchPicture) => void;
  onClose: () => void;
}

/**
 * Shows one picture at a time. Keys: arrows to move, + and - to zoom, 0 to fit, c to compare, d to download, Escape to close.
 */
export function ImageViewer({
  isOpen,
  pictures,
  hasFailed,
  index,
  startsComparing = false,
  actions,
  keys: otherKeys,
  onMove,
  onDownload = download,
  onClose,
}: Props) {
  const titleId = useId();
  const [zoomStep, setZoomStep] = useState(0);
  const [wantsComparison, setWantsComparison] = useState(startsComparing);
  const compare = useRef<HTMLButtonElement>(null);
  const position = pictures.findIndex((picture) => picture.index === index);
  const picture = pictures[position];
  const canCompare = picture?.original !== undefined;
  const zoom = (step: number) => setZoomStep(Math.min(Math.max(step, 0), ZOOMS.length - 1));
  const move = (step: 1 | -1) => {
    const next = pictures[position + step];
    if (!next) return;
    setZoomStep(0);
    onMove(next.index);
  };
  const close = () => {
    setZoomStep(0);
    onClose();
  };
  const keys: Record<string, () => void> = {
    ArrowLeft: () => move(-1),
    ArrowRight: () => move(1),
    '+': () => zoom(zoomStep + 1),
    '=': () => zoom(zoomStep + 1),
    '-': () => zoom(zoomStep - 1),
    '0': () => zoom(0),
    c: () => {
      // Focus would be lost with the divider.
      compare.current?.focus();
      setWantsComparison(canCompare && !wantsComparison);
    },
    d: () => picture && onDownload(picture),
    ...otherKeys,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  return (
    <Dialog
      open={isOpen}
      onClose={close}
      fullScreen
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
      sx={{ '& .MuiDialog-paper': { borderRadius: 0, border: 0 } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, p: 2, pl: 4 }}>
        <Typography id={titleId} noWrap sx={{ flexGrow: 1, fontWeight: 500 }}>
          {picture?.fileName ?? 'Image'}{' '}
          {picture && (
            <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400, ml: 2 }}>
              {position + 1} / {pictures.length}
              <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' }, ml: 2 }}>
                {picture.width} × {picture.height}
              </Box>
            </Box>
          )}
        </Typography>
        {picture && actions?.(picture)}
        {canCompare && (
          <IconAction
            ref={compare}
            label="Compare"
            aria-pressed={wantsComparison}
            onClick={() => setWantsComparison(!wantsComparison)}
            sx={{ '&[aria-pressed=true]': { bgcolor: 'action.selected' } }}
          >
            <SquareSplitHorizontal size={18} />
          </IconAction>
        )}
        <IconAction label="Zoom out" disabled={zoomStep === 0} onClick={() => zoom(zoomStep - 1)}>
          <ZoomOut size={18} />
        </IconAction>
        <IconAction label="Fit to window" disabled={zoomStep === 0} onClick={() => zoom(0)}>
          <Maximize size={18} />
        </IconAction>
        <IconAction
          label="Zoom in"
          disabled={zoomStep === ZOOMS.length - 1}
          onClick={() => zoom(zoomStep + 1)}
        >
          <ZoomIn size={18} />
        </IconAction>
        <IconAction
          label={picture ? `Download ${picture.fileName}` : 'Download'}
          disabled={!picture}
          onClick={() => picture && onDownload(picture)}
        >
          <Download size={18} />
        </IconAction>
        <IconAction label="Close" onClick={close} autoFocus>
          <X size={18} />
        </IconAction>
      </Box>
      <Box sx={{ position: 'relative', flexGrow: 1, minHeight: 0 }}>
        {!picture && (
          <Box sx={{ position: 'absolute', inset: 0, display: 'grid', placeContent: 'center' }}>
            {hasFailed ? 'Failed to load batch images.' : <Spinner size={24} label="Loading image" />}
          </Box>
        )}
        {picture && (
          <ImageStage
            key={picture.webUrl}
            picture={picture}
            zoom={ZOOMS[zoomStep] ?? 1}
            isComparing={wantsComparison}
            onToggleZoom={() => zoom(zoomStep === 0 ? 2 : 0)}
            onSwipe={move}
          />
        )}
        <MoveButton side="left" label="Previous image" isDisabled={position <= 0} onClick={() => move(-1)}>
          <ChevronLeft size={22} />
        </MoveButton>
        <MoveButton
          side="right"
          label="Next image"
          isDisabled={position >= pictures.length - 1}
          onClick={() => move(1)}
        >
          <ChevronRight size={22} />
        </MoveButton>
      </Box>
    </Dialog>
  );
}

const download = (picture: BatchPicture) => void downloadImage(picture);

interface MoveButtonProps {
  side: 'left' | 'right';
  label: string;
  isDisabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

const MoveButton = ({ side, label, isDisabled, onClick, children }: MoveButtonProps) => (
  <Box sx={{ position: 'absolute', top: 'calc(50% - 20px)', [side]: { xs: 8, sm: 16 } }}>
    <IconAction
      label={label}
      disabled={isDisabled}
      onClick={onClick}
      sx={{
        width: 40,
        height: 40,
        border: '1px solid',
        borderColor: 'divider',
        bgcolor: 'background.paper',
        '&:hover': { bgcolor: 'background.default' },
        '&.Mui-disabled': { visibility: 'hidden' },
      }}
    >
      {children}
    </IconAction>
  </Box>
);

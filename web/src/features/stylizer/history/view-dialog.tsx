import type { StylizerBatch } from '@portal/contracts/stylizer';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Download, X, ZoomIn, ZoomOut } from 'lucide-react';
import { useId, useState, type KeyboardEvent } from 'react';
import { downloadImage } from '../../../shared/downloads/download-archive.ts';
import { SHORT_SCREEN } from '../../../shared/theme/short-screen.ts';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { IconAction } from '../../../shared/ui/icon-action.tsx';
import { stylizer } from '../batches/stylizer.ts';
import { listViews, type Side } from './list-views.ts';
import { ViewedPicture } from './viewed-picture.tsx';

const TITLES: Record<Side, string> = { original: 'Original Image', styled: 'Styled Image' };
const ZOOMED = 2.5;

interface Props {
  batch: StylizerBatch;
  /** The side to show first. */
  side: Side;
  item: number;
  isOpen: boolean;
  onClose: () => void;
}

/** Shows an original or styled image of a batch. Keys: arrows to move, + and 0 to zoom, d to download. */
export function ViewDialog({ batch, side: firstSide, item, isOpen, onClose }: Props) {
  const titleId = useId();
  const [{ side, index }, setShown] = useState({ side: firstSide, index: item });
  const [zoom, setZoom] = useState(1);
  const { data: images } = useQuery({ ...stylizer.imagesQuery(batch), enabled: side === 'styled' });
  const views = listViews(batch, side, images);
  const position = views.findIndex((view) => view.index === index);
  const view = views[position];
  const show = (next: Partial<{ side: Side; index: number }>) => {
    setZoom(1);
    setShown({ side, index, ...next });
  };
  const move = (step: 1 | -1) => {
    const next = views[position + step];
    if (next) show({ index: next.index });
  };
  // Failed downloads are silent.
  const download = () =>
    view?.downloadName !== undefined &&
    void downloadImage({ webUrl: view.webUrl, fileName: view.downloadName }, { notify: () => undefined });
  const keys: Record<string, () => unknown> = {
    ArrowLeft: () => move(-1),
    ArrowRight: () => move(1),
    '+': () => setZoom(ZOOMED),
    '=': () => setZoom(ZOOMED),
    '-': () => setZoom(1),
    '0': () => setZoom(1),
    d: download,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const otherSide = side === 'original' ? 'styled' : 'original';
  const toggleZoom = () => setZoom(zoom === 1 ? ZOOMED : 1);
  return (
    <Dialog
      // A cleanup may delete the files while the dialog is open.
      open={isOpen && !batch.filesDeleted}
      onClose={onClose}
      aria-labelledby={titleId}
      maxWidth="lg"
      fullWidth
      onKeyDown={onKeyDown}
      sx={DIALOG}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, p: 3, pl: 5 }}>
        <Box sx={{ flexGrow: 1, minWidth: 0 }}>
          <DialogTitle id={titleId} variant="h2" noWrap sx={{ p: 0 }}>
            {TITLES[side]}
          </DialogTitle>
          <Typography variant="body2" color="textSecondary" noWrap>
            {view && `${view.name} · ${position + 1} / ${views.length}`}
          </Typography>
        </Box>
        <IconAction label={zoom === 1 ? 'Zoom in' : 'Fit to window'} onClick={toggleZoom}>
          {zoom === 1 ? <ZoomIn size={18} /> : <ZoomOut size={18} />}
        </IconAction>
        <IconAction label="Download" disabled={view?.downloadName === undefined} onClick={download}>
          <Download size={18} />
        </IconAction>
        <IconAction label="Close" onClick={onClose} autoFocus>
          <X size={18} />
        </IconAction>
      </Box>
      <Box sx={STAGE}>
        {view && (
          <ViewedPicture
            key={view.webUrl}
            webUrl={view.webUrl}
            thumbnailUrl={view.thumbnailUrl}
            alt={`${TITLES[side]}: ${view.name}`}
            zoom={zoom}
            onToggleZoom={toggleZoom}
            onSwipe={move}
          />
        )}
      </Box>
      <Box sx={{ display: 'flex', justifyContent: 'center', gap: 2, p: 2 }}>
        <IconAction label="Previous image" disabled={position <= 0} onClick={() => move(-1)}>
          <ChevronLeft size={20} />
        </IconAction>
        <Button
          variant="outlined"
          disabled={view?.hasOtherSide !== true}
          onClick={() => show({ side: otherSide })}
          sx={{ width: 132 }}
        >
          Show {otherSide}
        </Button>
        <IconAction label="Next image" disabled={position >= views.length - 1} onClick={() => move(1)}>
          <ChevronRight size={20} />
        </IconAction>
      </Box>
    </Dialog>
  );
}

const DIALOG = {
  '& .MuiDialog-paper': {
    m: { xs: 0, sm: 8 },
    width: '100%',
    height: { xs: '100dvh', sm: 'calc(100% - 64px)' },
    maxHeight: 'none',
    borderRadius: { xs: 0, sm: '12px' },
    [SHORT_SCREEN]: { m: 0, height: '100dvh', borderRadius: 0 },
  },
} as const;

const STAGE = { position: 'relative', flexGrow: 1, minHeight: 0, bgcolor: 'background.default' } as const;

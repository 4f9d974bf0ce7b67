import { Expand, Info, Minimize2, SlidersHorizontal, Star, Trash2, ZoomIn, ZoomOut } from 'lucide-react';
import Box from '@mui/material/Box';
import { SendToMenu } from '../send-to/send-to-menu.tsx';
import { PRESSED } from '../../ui/pressed-style.ts';
import { IconAction } from '../../ui/icon-action.tsx';
import type { BatchPicture } from './batch-picture.ts';
import type { PictureFacts } from './picture-facts.ts';
import { MoreLikeThis } from './more-like-this.tsx';
import { MAX_ZOOM, MIN_ZOOM, stepZoom } from './zoom.ts';

interface OwnProps {
  picture: BatchPicture;
  facts: PictureFacts;
  isMarked: boolean;
  areDetailsShown: boolean;
  onStar: () => void;
  onMark: () => void;
  onToggleDetails: () => void;
  onUseSettings: (() => void) | undefined;
  onClose: () => void;
}

/** What can be done with the user's own pictures. */
export function OwnActions(props: OwnProps) {
  const { picture, facts, isMarked, areDetailsShown, onToggleDetails, onUseSettings, onClose } = props;
  const { source, tool, batchName, isStarred, prompt } = facts;
  const { fileName, thumbnailUrl, width, height } = picture;
  return (
    <>
      <IconAction label={isStarred ? 'Remove star' : 'Star'} aria-pressed={isStarred} onClick={props.onStar}>
        <Star size={18} fill={isStarred ? 'currentColor' : 'none'} />
      </IconAction>
      <IconAction
        label={isMarked ? 'Keep' : 'Mark for deletion'}
        aria-pressed={isMarked}
        onClick={props.onMark}
      >
        <Trash2 size={18} color={isMarked ? 'var(--mui-palette-error-main)' : undefined} />
      </IconAction>
      <SendToMenu
        count={1}
        getPictures={() => [
          {
            from: source,
            fileName,
            thumbnailUrl,
            ...(width > 0 && { width, height }),
            tool,
            batchName,
          },
        ]}
        onSent={onClose}
      />
      {onUseSettings && (
        <IconAction label="Use these settings" onClick={onUseSettings}>
          <SlidersHorizontal size={18} />
        </IconAction>
      )}
      {prompt && <MoreLikeThis prompt={prompt} onClose={onClose} />}
      <IconAction label="Details" aria-pressed={areDetailsShown} onClick={onToggleDetails} sx={PRESSED}>
        <Info size={18} />
      </IconAction>
    </>
  );
}

interface ZoomProps {
  zoom: number;
  onZoom: (zoom: number) => void;
}

/** A phone has pinch and double tap instead. */
export const ZoomActions = ({ zoom, onZoom }: ZoomProps) => (
  <Box sx={{ display: { xs: 'none', sm: 'flex' }, gap: 1 }}>
    <IconAction label="Zoom out" disabled={zoom <= MIN_ZOOM} onClick={() => onZoom(stepZoom(zoom, -1))}>
      <ZoomOut size={18} />
    </IconAction>
    <IconAction label="Fit to window" disabled={zoom <= MIN_ZOOM} onClick={() => onZoom(MIN_ZOOM)}>
      <Minimize2 size={18} />
    </IconAction>
    <IconAction label="Zoom in" disabled={zoom >= MAX_ZOOM} onClick={() => onZoom(stepZoom(zoom, 1))}>
      <ZoomIn size={18} />
    </IconAction>
    {document.fullscreenEnabled && (
      <IconAction label="Full screen" onClick={toggleFullScreen}>
        <Expand size={18} />
      </IconAction>
    )}
  </Box>
);

/** The whole page, so that menus and toasts are seen too. */
export const toggleFullScreen = (): void =>
  void (
    document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()
  ).catch(() => undefined);

export const leaveFullScreen = (): void => {
  if (document.fullscreenElement) toggleFullScreen();
};

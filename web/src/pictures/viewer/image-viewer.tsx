import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { ChevronLeft, ChevronRight, Download, SquareSplitHorizontal, X } from 'lucide-react';
import { useId, useRef, useState, type ReactNode } from 'react';
import { downloadImage } from '../../client/downloads/download-archive.ts';
import { IssueBoxes } from '../checks/issue-boxes.tsx';
import { useDismissals } from '../checks/use-dismissals.ts';
import { Announcement } from '../../ui/announcement.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { IconAction } from '../../ui/icon-action.tsx';
import { PRESSED } from '../../ui/pressed-style.ts';
import { Spinner } from '../../ui/loading.tsx';
import type { BatchPicture } from './batch-picture.ts';
import { saveDetails, startsWithDetails } from './details-setting.ts';
import { Details } from './details.tsx';
import { Filmstrip } from './filmstrip.tsx';
import { ImageStage } from './image-stage.tsx';
import { MoveButton } from './move-button.tsx';
import type { PictureFacts } from './picture-facts.ts';
import { useNeighbors } from './use-neighbors.ts';
import { useCulling } from './use-culling.ts';
import { useZoom } from './use-zoom.ts';
import { leaveFullScreen, OwnActions, toggleFullScreen, ZoomActions } from './viewer-actions.tsx';
import { actOnKey, PAN_PX } from './viewer-keys.ts';
import { BAR, PAPER, TITLE } from './viewer-style.ts';
import { CLOSE_ZOOM, MIN_ZOOM, stepZoom } from './zoom.ts';

interface Props {
  isOpen: boolean;
  /** Names the dialog; the name of the file if missing. */
  title?: string;
  /** Empty until loaded. */
  pictures: readonly BatchPicture[];
  hasFailed: boolean;
  /** The item that is shown. */
  index: number;
  /** Opens with the compare view. */
  startsComparing?: boolean;
  /** Of the user's own pictures: what the details show, and what a star or another tool needs. */
  describe?: (picture: BatchPicture) => PictureFacts | undefined;
  /** Fills the tool's form with the settings of the picture. */
  onUseSettings?: ((picture: BatchPicture) => void) | undefined;
  /** Buttons beside the others. */
  actions?: ReactNode;
  /** What other keys do. */
  keys?: Readonly<Record<string, () => void>>;
  onMove: (index: number) => void;
  onDownload?: (picture: BatchPicture) => void;
  onClose: () => void;
}

/** Shows one picture at a time, with all others in a filmstrip. Its keys are listed in shared/shortcuts. */
export function ImageViewer({
  isOpen,
  title,
  pictures,
  hasFailed,
  index,
  startsComparing = false,
  describe,
  onUseSettings,
  actions,
  keys: otherKeys,
  onMove,
  onDownload = download,
  onClose,
}: Props) {
  const titleId = useId();
  const stage = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const { zoom, zoomTo, zoomBy, reset } = useZoom(stage, frame);
  const [wantsComparison, setWantsComparison] = useState(startsComparing);
  const [wantsDetails, setWantsDetails] = useState(startsWithDetails);
  const [pointed, setPointed] = useState<string>();
  const dismiss = useDismissals();
  const compare = useRef<HTMLButtonElement>(null);
  const position = pictures.findIndex((picture) => picture.index === index);
  const picture = pictures[position];
  const facts = picture && describe?.(picture);
  const areDetailsShown = facts !== undefined && wantsDetails;
  const canCompare = picture?.original !== undefined;
  const neighbors = [pictures[position + 1], pictures[position - 1]];
  useNeighbors(isOpen && picture ? neighbors.flatMap((each) => each?.webUrl ?? []) : []);
  const show = (next: number) => {
    reset();
    setPointed(undefined);
    onMove(next);
  };
  const move = (step: 1 | -1) => {
    const next = pictures[position + step];
    if (next) show(next.index);
  };
  const close = () => {
    reset();
    leaveFullScreen();
    onClose();
  };
  const culling = useCulling(facts, () => move(1));
  const star = () => culling.star(facts?.isStarred === false);
  const toggleDetails = () => {
    setWantsDetails(!wantsDetails);
    saveDetails(!wantsDetails);
  };
  const panOrMove = (x: number, y: number) => {
    if (zoom > MIN_ZOOM) stage.current?.scrollBy({ left: x * PAN_PX, top: y * PAN_PX });
    else if (x !== 0) move(x > 0 ? 1 : -1);
  };
  const keys: Record<string, () => void> = {
    arrowleft: () => panOrMove(-1, 0),
    arrowright: () => panOrMove(1, 0),
    arrowup: () => panOrMove(0, -1),
    arrowdown: () => panOrMove(0, 1),
    '+': () => zoomTo(stepZoom(zoom, 1)),
    '=': () => zoomTo(stepZoom(zoom, 1)),
    '-': () => zoomTo(stepZoom(zoom, -1)),
    '0': () => zoomTo(MIN_ZOOM),
    c: () => {
      // Focus would be lost with the divider.
      compare.current?.focus();
      setWantsComparison(canCompare && !wantsComparison);
    },
    d: () => picture && onDownload(picture),
    f: toggleFullScreen,
    i: toggleDetails,
    s: star,
    ...culling.keys,
    ...otherKeys,
  };
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      fullScreen
      aria-labelledby={titleId}
      onKeyDown={(event) => actOnKey(event, keys)}
      slotProps={{ paper: PAPER }}
    >
      <Announcement>
        {picture && `${picture.fileName}, image ${position + 1} of ${pictures.length}`}
      </Announcement>
      <Box sx={BAR}>
        <Typography noWrap sx={TITLE}>
          <span id={titleId}>{title ?? picture?.fileName ?? 'Image'}</span>{' '}
          {picture && (
            <Box component="span" sx={NOTE}>
              {title !== undefined && `${picture.fileName} · `}
              {position + 1} / {pictures.length}
            </Box>
          )}{' '}
          {picture && picture.width > 0 && !areDetailsShown && (
            <Box component="span" sx={{ ...NOTE, display: { xs: 'none', sm: 'inline' } }}>
              {picture.width} × {picture.height}
            </Box>
          )}
        </Typography>
        {picture && facts && (
          <OwnActions
            picture={picture}
            facts={facts}
            isMarked={culling.isMarked(facts)}
            areDetailsShown={wantsDetails}
            onStar={star}
            onMark={() => culling.mark(!culling.isMarked(facts))}
            onToggleDetails={toggleDetails}
            onUseSettings={
              onUseSettings &&
              (() => {
                close();
                onUseSettings(picture);
              })
            }
            onClose={close}
          />
        )}
        {picture && actions}
        {canCompare && (
          <IconAction
            ref={compare}
            label="Compare"
            aria-pressed={wantsComparison}
            onClick={() => setWantsComparison(!wantsComparison)}
            sx={PRESSED}
          >
            <SquareSplitHorizontal size={18} />
          </IconAction>
        )}
        <ZoomActions zoom={zoom} onZoom={zoomTo} />
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
      <Box sx={{ position: 'relative', display: 'flex', flexGrow: 1, minHeight: 0 }}>
        <Box sx={{ position: 'relative', flexGrow: 1, minWidth: 0 }}>
          {!picture && (
            <Box sx={{ position: 'absolute', inset: 0, display: 'grid', placeContent: 'center' }}>
              {hasFailed ? 'Failed to load batch images.' : <Spinner size={24} label="Loading image" />}
            </Box>
          )}
          {picture && (
            <ImageStage
              key={picture.webUrl}
              picture={picture}
              alt={title === undefined ? picture.fileName : `${title}: ${picture.fileName}`}
              stage={stage}
              frame={frame}
              zoom={zoom}
              isComparing={wantsComparison}
              overlay={
                areDetailsShown && picture.checks && <IssueBoxes checks={picture.checks} pointed={pointed} />
              }
              onToggleZoom={(at) => zoomTo(zoom > MIN_ZOOM ? MIN_ZOOM : CLOSE_ZOOM, at)}
              onZoomBy={zoomBy}
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
        {picture && facts && wantsDetails && (
          <Details
            picture={picture}
            facts={facts}
            onDismiss={(kind, isDismissed) => dismiss(facts.source, { kind, isDismissed })}
            onPoint={setPointed}
            onClose={close}
          />
        )}
      </Box>
      {pictures.length > 1 && (
        <Filmstrip
          pictures={pictures}
          position={position}
          describe={(each) => {
            const own = describe?.(each);
            return own && { isStarred: own.isStarred, isMarked: culling.isMarked(own) };
          }}
          onMove={show}
        />
      )}
    </Dialog>
  );
}

const download = (picture: BatchPicture) => void downloadImage(picture);

const NOTE = { color: 'text.secondary', fontWeight: 400, ml: 1 } as const;

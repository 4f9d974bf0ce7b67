import Box from '@mui/material/Box';
import { ChevronsLeftRight } from 'lucide-react';
import {
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import { moveByKey, placeDivider, readShare } from './place-divider.ts';

/** Each picture is clipped to its own side, because either may be transparent. */
export const BEFORE_CLIP = 'inset(0 calc(100% - var(--before, 50%)) 0 0)';
export const AFTER_CLIP = 'inset(0 0 0 var(--before, 50%))';

interface Props {
  /** The scroll container, and the box that holds the pictures. */
  stage: RefObject<HTMLElement | null>;
  frame: RefObject<HTMLElement | null>;
}

/** The line between before and after, as high as the visible part of the picture. It moves by drag or by key. */
export function CompareDivider({ stage, frame }: Props) {
  const [share, setShare] = useState(0.5);
  const line = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current: stageElement } = stage;
    const { current: frameElement } = frame;
    if (!stageElement || !frameElement) return undefined;
    const place = () => {
      const stageBox = stageElement.getBoundingClientRect();
      const frameBox = frameElement.getBoundingClientRect();
      const { x, part } = placeDivider(share, stageBox, frameBox);
      frameElement.style.setProperty('--before', `${part * 100}%`);
      if (!line.current) return;
      const top = Math.max(frameBox.top - stageBox.top, 0);
      const bottom = Math.min(frameBox.bottom - stageBox.top, stageBox.height);
      Object.assign(line.current.style, {
        left: `${x}px`,
        top: `${top}px`,
        height: `${Math.max(bottom - top, 0)}px`,
      });
    };
    place();
    // Runs during the scroll. A frame later the line would lag behind.
    stageElement.addEventListener('scroll', place);
    const observer = new ResizeObserver(place);
    observer.observe(stageElement);
    observer.observe(frameElement);
    return () => {
      stageElement.removeEventListener('scroll', place);
      observer.disconnect();
    };
  }, [stage, frame, share]);

  const onPointerMove = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || !stage.current || !frame.current) return;
    setShare(
      readShare(event.clientX, stage.current.getBoundingClientRect(), frame.current.getBoundingClientRect()),
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moveByKey(share, event);
    if (next === undefined) return;
    event.preventDefault();
    // In the viewer, arrow keys move to another picture.
    event.stopPropagation();
    setShare(next);
  };
  const percent = Math.round(share * 100);
  return (
    <>
      <Side at="left">Before</Side>
      <Side at="right">After</Side>
      <Box
        ref={line}
        role="slider"
        tabIndex={0}
        aria-label="Before and after"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${percent}% before`}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
        onKeyDown={onKeyDown}
        sx={LINE}
      >
        <Box sx={GRIP}>
          <ChevronsLeftRight aria-hidden size={18} />
        </Box>
      </Box>
    </>
  );
}

const LINE = {
  position: 'absolute',
  width: 40,
  ml: '-20px',
  display: 'grid',
  placeItems: 'center',
  cursor: 'ew-resize',
  touchAction: 'none',
  outline: 'none',
  '&::before': {
    content: '""',
    position: 'absolute',
    inset: '0 19px',
    bgcolor: '#fff',
    boxShadow: '0 0 0 1px rgb(0 0 0 / 0.35)',
  },
  // White next to the accent color: one of the two is visible on any picture.
  '&:focus-visible > div': {
    outline: '3px solid var(--mui-palette-primary-main)',
    outlineOffset: '-6px',
  },
} as const;

const GRIP = {
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  width: 36,
  height: 36,
  borderRadius: '50%',
  bgcolor: '#fff',
  color: '#161a1a',
  boxShadow: '0 0 0 1px rgb(0 0 0 / 0.35), 0 2px 10px rgb(0 0 0 / 0.3)',
} as const;

const Side = ({ at, children }: { at: 'left' | 'right'; children: string }) => (
  <Box
    sx={{
      position: 'absolute',
      top: 12,
      [at]: 16,
      px: 2,
      py: 0.5,
      borderRadius: '6px',
      border: '1px solid',
      borderColor: 'divider',
      bgcolor: 'background.paper',
      fontSize: '0.75rem',
      fontWeight: 500,
      pointerEvents: 'none',
    }}
  >
    {children}
  </Box>
);

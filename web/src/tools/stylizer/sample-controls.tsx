import Box from '@mui/material/Box';
import { ChevronRight } from 'lucide-react';

interface Props {
  /** The style's name. */
  name: string;
  count: number;
  shown: number;
  isTabStop: boolean;
  onNext: () => void;
}

/** A next button and dots for a tile's samples, shown on hover and focus. */
export const SampleControls = ({ name, count, shown, isTabStop, onNext }: Props) => (
  <Box data-frame sx={CONTROLS}>
    <Box aria-hidden component="span" sx={DOTS}>
      {Array.from({ length: count }, (_, index) => (
        <span key={index} data-shown={index === shown} />
      ))}
    </Box>
    <button
      type="button"
      tabIndex={isTabStop ? 0 : -1}
      aria-label={`Next sample of ${name}, showing ${shown + 1} of ${count}`}
      onClick={onNext}
    >
      <ChevronRight aria-hidden size={16} />
    </button>
  </Box>
);

const CONTROLS = {
  position: 'absolute',
  // Over the picture.
  inset: '5px 5px auto 5px',
  aspectRatio: '1',
  // Clicks go to the tile below.
  pointerEvents: 'none',
  opacity: 0,
  transition: 'opacity 140ms ease-out',
  '[data-preset]:hover > &, [data-preset]:focus-within > &': { opacity: 1 },
  // Touch screens have no hover.
  '@media (hover: none)': { opacity: 1 },
  '& > button': {
    position: 'absolute',
    top: 'calc(50% - 16px)',
    right: 6,
    width: 32,
    height: 32,
    p: 0,
    display: 'grid',
    placeContent: 'center',
    border: 0,
    borderRadius: '50%',
    bgcolor: 'rgb(12 16 16 / 0.66)',
    color: '#ffffff',
    cursor: 'pointer',
    pointerEvents: 'auto',
    transition: 'background-color 120ms ease-out',
    '&:hover': { bgcolor: 'rgb(12 16 16 / 0.86)' },
  },
} as const;

const DOTS = {
  position: 'absolute',
  bottom: 4,
  left: '50%',
  transform: 'translateX(-50%)',
  display: 'flex',
  gap: '5px',
  px: '7px',
  py: '5px',
  borderRadius: '999px',
  bgcolor: 'rgb(12 16 16 / 0.66)',
  '& > span': {
    width: 5,
    height: 5,
    borderRadius: '50%',
    bgcolor: 'rgb(255 255 255 / 0.5)',
    transition: 'background-color 140ms ease-out',
  },
  '& > span[data-shown=true]': { bgcolor: '#ffffff' },
} as const;

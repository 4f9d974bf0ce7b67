import type { Preset } from '@portal/contracts/stylizer';
import Box from '@mui/material/Box';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { SampleControls } from './sample-controls.tsx';

interface Props {
  preset: Preset;
  /** Name of the radio group. */
  groupName: string;
  isChosen: boolean;
  /** One tile is the group's tab stop, followed by its sample button. */
  isTabStop: boolean;
  /** Id of the element with the preset's note. */
  noteId: string | undefined;
  onChoose: () => void;
}

/** A style's name and sample image, with a button to cycle through more samples. */
export function PresetTile({ preset, groupName, isChosen, isTabStop, noteId, onChoose }: Props) {
  const { id, name, sampleImages } = preset;
  const [shown, setShown] = useState(0);
  // The other samples load on hover or focus.
  const [loadsAll, setLoadsAll] = useState(false);
  const loadAll = () => setLoadsAll(true);
  return (
    <Box data-chosen={isChosen} data-preset={id} onPointerEnter={loadAll} onFocus={loadAll} sx={TILE}>
      <label>
        <input
          type="radio"
          name={groupName}
          value={id}
          checked={isChosen}
          onChange={onChoose}
          aria-describedby={noteId}
        />
        <Box component="span" data-frame sx={FRAME}>
          {sampleImages.map((url, index) =>
            index === 0 || index === shown || loadsAll ? (
              <img
                key={url}
                src={url}
                alt=""
                loading={index === 0 ? 'lazy' : 'eager'}
                decoding="async"
                draggable={false}
                data-shown={index === shown}
                onError={({ currentTarget }) => currentTarget.setAttribute('data-failed', '')}
              />
            ) : undefined,
          )}
          {isChosen && (
            <Box component="span" aria-hidden sx={CHECK_MARK}>
              <Check size={13} strokeWidth={3} />
            </Box>
          )}
        </Box>
        <Box component="span" sx={{ px: 1, pt: 1.5, pb: 0.5, fontWeight: 500 }}>
          {name}
        </Box>
      </label>
      {sampleImages.length > 1 && (
        <SampleControls
          name={name}
          count={sampleImages.length}
          shown={shown}
          isTabStop={isTabStop}
          onNext={() => setShown((shown + 1) % sampleImages.length)}
        />
      )}
    </Box>
  );
}

const TILE = {
  position: 'relative',
  minWidth: 0,
  p: '5px',
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: '12px',
  transition: 'border-color 120ms ease-out, background-color 120ms ease-out',
  '&:hover': { borderColor: 'text.secondary' },
  '&[data-chosen=true]': {
    borderColor: 'primary.main',
    boxShadow: 'inset 0 0 0 1px var(--mui-palette-primary-main)',
    bgcolor: 'rgba(var(--mui-palette-primary-mainChannel) / 0.1)',
  },
  '&:has(input:focus-visible)': {
    outline: '2px solid var(--mui-palette-primary-main)',
    outlineOffset: '2px',
  },
  '& > label': { display: 'grid', cursor: 'pointer' },
  // The whole tile is the radio button.
  '& input': {
    position: 'absolute',
    inset: 0,
    width: '100%',
    height: '100%',
    m: 0,
    opacity: 0,
    cursor: 'inherit',
    outline: 'none',
  },
} as const;

const FRAME = {
  position: 'relative',
  aspectRatio: '1',
  borderRadius: '8px',
  overflow: 'hidden',
  bgcolor: 'action.selected',
  // Clicks go to the radio button below.
  pointerEvents: 'none',
  '& > img': {
    position: 'absolute',
    inset: 0,
    width: '100%',
    height: '100%',
    objectFit: 'cover',
    opacity: 0,
    transition: 'opacity 180ms ease-out',
  },
  '& > img[data-shown=true]:not([data-failed])': { opacity: 1 },
} as const;

/** The other side has the next button. */
const CHECK_MARK = {
  position: 'absolute',
  top: 6,
  left: 6,
  width: 22,
  height: 22,
  display: 'grid',
  placeContent: 'center',
  borderRadius: '50%',
  bgcolor: 'primary.main',
  color: 'primary.contrastText',
} as const;

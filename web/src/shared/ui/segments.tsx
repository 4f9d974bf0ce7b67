import Box from '@mui/material/Box';
import type { ReactNode, Ref } from 'react';

export interface Segment {
  value: string;
  label: string;
  icon?: ReactNode;
  /** Shown on a second line. */
  hint?: string | undefined;
  /** Why it cannot be selected now. */
  disabledReason?: string | undefined;
}

interface Props {
  id: string;
  name: string;
  segments: readonly Segment[];
  value: string;
  isInvalid?: boolean;
  /** Shows cards, two per row, instead of one bar. */
  isCards?: boolean;
  onChoose: (value: string) => void;
  onBlur?: () => void;
  /** Set on the radio button that takes the group's focus: the selected one, else the first. */
  focusRef?: Ref<HTMLInputElement>;
}

/** A segmented control. Radio buttons give it the usual keys: arrows move, Tab leaves. */
export function Segments({
  id,
  name,
  segments,
  value,
  isInvalid = false,
  isCards = false,
  onChoose,
  onBlur,
  focusRef,
}: Props) {
  const first = segments.find((segment) => segment.value === value) ?? segments[0];
  return (
    <Box
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-message`}
      aria-invalid={isInvalid}
      aria-required
      onBlur={onBlur}
      sx={
        isCards
          ? { display: 'grid', gap: 2, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }
          : {
              display: 'grid',
              gridAutoFlow: 'column',
              gridAutoColumns: 'minmax(0, 1fr)',
              p: '2px',
              borderRadius: '8px',
              border: '1px solid',
              borderColor: isInvalid ? 'error.main' : 'divider',
              bgcolor: 'background.default',
            }
      }
    >
      {segments.map((segment) => (
        <SegmentOption
          key={segment.value}
          id={`${id}-${segment.value}`}
          name={name}
          segment={segment}
          isChosen={segment.value === value}
          style={isCards ? CARD_STYLE : PART_STYLE}
          onChoose={() => onChoose(segment.value)}
          {...(segment === first && focusRef && { inputRef: focusRef })}
        />
      ))}
    </Box>
  );
}

interface OptionProps {
  id: string;
  name: string;
  segment: Segment;
  isChosen: boolean;
  style: typeof CARD_STYLE | typeof PART_STYLE;
  onChoose: () => void;
  inputRef?: Ref<HTMLInputElement>;
}

function SegmentOption({ id, name, segment, isChosen, style, onChoose, inputRef }: OptionProps) {
  const { value, label, icon, hint, disabledReason } = segment;
  return (
    <Box component="label" title={disabledReason} data-chosen={isChosen} sx={{ ...OPTION_STYLE, ...style }}>
      <input
        ref={inputRef}
        type="radio"
        id={id}
        name={name}
        value={value}
        checked={isChosen}
        disabled={disabledReason !== undefined}
        aria-label={label}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={onChoose}
      />
      <Box
        component="span"
        sx={{ display: 'flex', alignItems: 'center', justifyContent: 'inherit', gap: 1.5 }}
      >
        {icon}
        {label}
      </Box>
      {hint !== undefined && (
        <Box
          component="span"
          id={`${id}-hint`}
          sx={{ fontSize: '0.75rem', fontWeight: 400, color: 'text.secondary' }}
        >
          {hint}
        </Box>
      )}
    </Box>
  );
}

const OPTION_STYLE = {
  position: 'relative',
  display: 'grid',
  alignContent: 'center',
  border: '1px solid',
  fontSize: '0.8125rem',
  lineHeight: 1.4,
  cursor: 'pointer',
  transition: 'background-color 120ms ease-out, border-color 120ms ease-out, color 120ms ease-out',
  '&:has(:focus-visible)': {
    outline: '2px solid var(--mui-palette-primary-main)',
    outlineOffset: '1px',
    zIndex: 1,
  },
  '&:has(:disabled)': { cursor: 'not-allowed', color: 'text.disabled' },
  // The radio button covers the whole option.
  '& > input': { position: 'absolute', inset: 0, m: 0, opacity: 0, cursor: 'inherit', outline: 'none' },
} as const;

const CARD_STYLE = {
  minHeight: 46,
  px: 3,
  borderRadius: '8px',
  borderColor: 'divider',
  fontWeight: 500,
  justifyContent: 'start',
  '&:hover': { borderColor: 'text.secondary' },
  '&[data-chosen=true]': {
    borderColor: 'primary.main',
    boxShadow: 'inset 0 0 0 1px var(--mui-palette-primary-main)',
  },
} as const;

const PART_STYLE = {
  minHeight: 30,
  px: 1,
  borderRadius: '6px',
  borderColor: 'transparent',
  color: 'text.secondary',
  justifyContent: 'center',
  '@media (pointer: coarse)': { minHeight: 40 },
  '&:hover:not(:has(:disabled))': { color: 'text.primary' },
  '&[data-chosen=true]': {
    bgcolor: 'background.paper',
    borderColor: 'primary.main',
    color: 'text.primary',
    fontWeight: 500,
  },
} as const;

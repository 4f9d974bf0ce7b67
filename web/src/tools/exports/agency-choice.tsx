import type { ExportCheck } from '@portal/contracts/exports';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { countOf, formatCount } from '../../ui/count.ts';
import { StatusIcon, type Tone } from '../../ui/status-word.tsx';

interface Props {
  agencies: ExportCheck['agencies'];
  total: number;
  /** Whether AI made or changed some of the pictures. */
  hasAi: boolean;
  chosen: string;
  onChoose: (id: string) => void;
}

/** Each agency with how many of the pictures it takes. Those that take none, because AI made them, are folded away. */
export function AgencyChoice({ agencies, total, hasAi, chosen, onChoose }: Props) {
  const id = useId();
  const [isUnfolded, setIsUnfolded] = useState(false);
  const withoutAi = agencies.filter(({ acceptsAi, ready }) => hasAi && !acceptsAi && ready === 0);
  const isOneChosen = withoutAi.some((agency) => agency.id === chosen);
  const isOpen = isUnfolded || isOneChosen;
  const shown = isOpen ? agencies : agencies.filter((agency) => !withoutAi.includes(agency));
  return (
    <Box>
      <Box role="radiogroup" aria-label="Agency" sx={GRID}>
        {shown.map((agency) => (
          <Box component="label" key={agency.id} data-chosen={agency.id === chosen} sx={CARD}>
            <input
              type="radio"
              name={id}
              value={agency.id}
              checked={agency.id === chosen}
              aria-describedby={`${id}-${agency.id}`}
              onChange={() => onChoose(agency.id)}
            />
            <Box component="span" sx={{ fontWeight: 500 }}>
              {agency.name}
            </Box>
            <Box component="span" id={`${id}-${agency.id}`} sx={VERDICT}>
              <StatusIcon tone={toneOf(agency, total)} />
              {agency.uncertain > 0 && 'up to '}
              {formatCount(agency.ready)} of {formatCount(total)} ready
              {hasAi && !agency.acceptsAi && ', no AI'}
            </Box>
          </Box>
        ))}
      </Box>
      {withoutAi.length > 0 && !isOneChosen && (
        <Button
          color="inherit"
          size="small"
          aria-expanded={isOpen}
          onClick={() => setIsUnfolded(!isUnfolded)}
          endIcon={<ChevronDown aria-hidden size={15} style={{ rotate: isOpen ? '180deg' : '0deg' }} />}
          sx={{ mt: 2, px: 2, fontSize: '0.8125rem' }}
        >
          {countOf(withoutAi.length, 'agency takes', 'agencies take')} no AI pictures
        </Button>
      )}
    </Box>
  );
}

function toneOf({ ready, uncertain }: Props['agencies'][number], total: number): Tone {
  if (ready === total && uncertain === 0) return 'good';
  return ready === 0 ? 'bad' : 'warning';
}

const GRID = {
  display: 'grid',
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(4, minmax(0, 1fr))' },
  gap: 2,
} as const;

const CARD = {
  position: 'relative',
  display: 'grid',
  alignContent: 'space-between',
  gap: 1,
  px: 3,
  py: 2,
  minWidth: 0,
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: '8px',
  fontSize: '0.8125rem',
  cursor: 'pointer',
  '& input': { position: 'absolute', inset: 0, m: 0, opacity: 0, cursor: 'pointer' },
  '&:hover': { borderColor: 'text.secondary' },
  '&[data-chosen=true]': {
    borderColor: 'primary.main',
    boxShadow: 'inset 0 0 0 1px var(--mui-palette-primary-main)',
  },
  '&:has(:focus-visible)': { outline: '2px solid var(--mui-palette-primary-main)', outlineOffset: '2px' },
} as const;

const VERDICT = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  color: 'text.secondary',
  fontSize: '0.75rem',
  fontVariantNumeric: 'tabular-nums',
} as const;

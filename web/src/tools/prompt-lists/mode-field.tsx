import { MAX_PIPELINE_PICTURES } from '@portal/contracts/prompt-lists/find-prompt-problem';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import { Dices } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { FieldFrame } from '../../ui/field-frame.tsx';
import { Segments } from '../../ui/segments.tsx';
import type { PromptListChange, PromptListValue } from './prompt-list-value.ts';

interface Props {
  value: PromptListValue;
  onChange: (change: PromptListChange) => void;
  /** Shown beside the label. */
  action: ReactNode;
}

const MODES = [
  { value: 'combine', label: 'All combinations' },
  { value: 'sample', label: 'Random sample' },
];

/** All combinations of the wildcards, or some of them at random. */
export function ModeField({ value, onChange, action }: Props) {
  const id = useId();
  return (
    <FieldFrame id={id} label="Wildcards" end={action}>
      <Segments
        id={id}
        name={`${id}-mode`}
        segments={MODES}
        value={value.mode}
        onChoose={(mode) => onChange({ mode: mode === 'sample' ? 'sample' : 'combine' })}
      />
      {value.mode === 'sample' && (
        <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 3 }}>
          <CountInput count={value.sampleCount} onChange={(sampleCount) => onChange({ sampleCount })} />
          <span aria-hidden>prompts at random</span>
          <Button
            size="small"
            color="inherit"
            startIcon={<Dices aria-hidden size={15} />}
            onClick={() => onChange({ sampleSeed: crypto.getRandomValues(new Uint32Array(1))[0] ?? 1 })}
            sx={{ minHeight: 32, ml: 'auto', color: 'text.secondary' }}
          >
            Pick others
          </Button>
        </Box>
      )}
    </FieldFrame>
  );
}

function CountInput({ count, onChange }: { count: number; onChange: (count: number) => void }) {
  // The text while typing. The value is its clamped number.
  const [typed, setTyped] = useState<string>();
  return (
    <OutlinedInput
      size="small"
      value={typed ?? count}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => {
        if (!/^\d{0,6}$/.test(target.value)) return;
        setTyped(target.value);
        if (target.value !== '') onChange(clampCount(Number(target.value)));
      }}
      onBlur={() => setTyped(undefined)}
      // Enter would submit the form.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      slotProps={{ input: { inputMode: 'numeric', 'aria-label': 'Prompts at random' } }}
      sx={{ width: 72, '& input': { textAlign: 'center', px: 1, py: '6px' } }}
    />
  );
}

const clampCount = (count: number): number => Math.min(Math.max(count, 1), MAX_PIPELINE_PICTURES);

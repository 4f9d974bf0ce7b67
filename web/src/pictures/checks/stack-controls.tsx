import Button from '@mui/material/Button';
import { Layers } from 'lucide-react';
import { useId } from 'react';
import { PRESSED } from '../../ui/pressed-style.ts';
import styles from './checks.module.css';
import { MAX_LIKENESS, MIN_LIKENESS, type StackView } from './stack-view.ts';

interface Props {
  view: Pick<StackView, 'isStacked' | 'likeness'>;
  onChange: (changes: Partial<StackView>) => void;
}

/** Stacks alike pictures, and sets how alike they have to be. */
export function StackControls({ view: { isStacked, likeness }, onChange }: Props) {
  const id = useId();
  const percent = Math.round(likeness * 100);
  return (
    <div className={styles['controls']}>
      <Button
        size="small"
        variant="outlined"
        aria-pressed={isStacked}
        startIcon={<Layers aria-hidden size={16} />}
        onClick={() => onChange({ isStacked: !isStacked })}
        sx={PRESSED}
      >
        Stacks
      </Button>
      {isStacked && (
        <>
          <label htmlFor={id}>How alike</label>
          <input
            id={id}
            type="range"
            className={styles['likeness']}
            min={Math.round(MIN_LIKENESS * 100)}
            max={MAX_LIKENESS * 100}
            value={percent}
            aria-valuetext={`At least ${percent}%`}
            onChange={({ target }) => onChange({ likeness: Number(target.value) / 100 })}
          />
          <output htmlFor={id}>{percent}%</output>
        </>
      )}
    </div>
  );
}

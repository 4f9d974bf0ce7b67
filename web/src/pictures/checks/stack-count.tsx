import { Layers } from 'lucide-react';
import { formatCount } from '../../ui/count.ts';
import styles from './checks.module.css';

interface Props {
  count: number;
  isOpen: boolean;
  onToggle: () => void;
}

/** How many pictures a stack has; opens or closes it. Enter on its picture does the same. */
export const StackCount = ({ count, isOpen, onToggle }: Props) => (
  <button
    type="button"
    tabIndex={-1}
    className={styles['stackCount']}
    aria-label={`${isOpen ? 'Close' : 'Open'} the stack of ${formatCount(count)}`}
    aria-expanded={isOpen}
    onPointerDown={(event) => event.stopPropagation()}
    onDoubleClick={(event) => event.stopPropagation()}
    onClick={(event) => {
      event.stopPropagation();
      onToggle();
    }}
  >
    <Layers aria-hidden size={14} />
    {formatCount(count)}
  </button>
);

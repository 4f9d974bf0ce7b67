import { Columns2, Sparkles, X } from 'lucide-react';
import { formatCount } from '../../ui/count.ts';
import { LabeledAction } from '../../ui/labeled-action.tsx';
import { MAX_COMPARED } from './use-compare.ts';

interface Props {
  count: number;
  onCompare: () => void;
  onKeepBest: () => void;
  onClose: () => void;
}

/** What can be done with the open stack. */
export const StackActions = ({ count, onCompare, onKeepBest, onClose }: Props) => (
  <>
    <span>Stack of {formatCount(count)}</span>
    <CompareAction
      label={count > MAX_COMPARED ? `Compare the best ${MAX_COMPARED}` : 'Compare'}
      onClick={onCompare}
    />
    <KeepBestAction label="Keep best" onClick={onKeepBest} />
    <LabeledAction label="Close stack" icon={<X aria-hidden size={16} />} onClick={onClose} />
  </>
);

interface ActionProps {
  label: string;
  onClick: () => void;
}

export const CompareAction = (props: ActionProps) => (
  <LabeledAction
    {...props}
    aria-haspopup="dialog"
    aria-keyshortcuts="c"
    icon={<Columns2 aria-hidden size={16} />}
  />
);

export const KeepBestAction = (props: ActionProps) => (
  <LabeledAction {...props} icon={<Sparkles aria-hidden size={16} />} />
);

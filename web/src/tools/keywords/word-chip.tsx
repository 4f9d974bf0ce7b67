import { X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { replaceWord } from './edit-words.ts';

interface Props {
  word: string;
  index: number;
  count: number;
  isDisabled: boolean;
  isOrdered: boolean;
  /** Agencies refuse it. */
  isRefused: boolean;
  helpId: string;
  onFocusOther: (index: number) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
  /** Called without a change if editing was cancelled. */
  onReplace: (change?: (words: readonly string[]) => string[]) => void;
}

/** A word that can be moved, edited and removed. Only the first one is a tab stop. */
export function WordChip(props: Props) {
  const { word, index, count, isDisabled, isRefused, onRemove, onReplace } = props;
  const [isEditing, setIsEditing] = useState(false);
  if (isEditing) {
    return (
      <li>
        <WordInput
          word={word}
          onEnd={(typed) => {
            setIsEditing(false);
            onReplace(typed === undefined ? undefined : (words) => replaceWord(words, index, typed));
          }}
        />
      </li>
    );
  }
  return (
    <li>
      <button
        type="button"
        data-word={index}
        tabIndex={index === 0 ? 0 : -1}
        disabled={isDisabled}
        data-refused={isRefused}
        aria-label={`${word}, ${index + 1} of ${count}${isRefused ? ', agencies refuse it' : ''}`}
        aria-describedby={props.helpId}
        title={word}
        onDoubleClick={() => setIsEditing(true)}
        onKeyDown={(event) => handleChipKey(event, props, () => setIsEditing(true))}
      >
        {word}
      </button>
      <button
        type="button"
        data-remove
        tabIndex={-1}
        disabled={isDisabled}
        aria-label={`Remove ${word}`}
        onClick={onRemove}
      >
        <X aria-hidden size={12} />
      </button>
    </li>
  );
}

type ChipKeys = Pick<Props, 'index' | 'count' | 'isOrdered' | 'onFocusOther' | 'onMove' | 'onRemove'>;

export function handleChipKey(
  event: Pick<KeyboardEvent, 'key' | 'altKey' | 'preventDefault'>,
  { index, count, isOrdered, onFocusOther, onMove, onRemove }: ChipKeys,
  onEdit: () => void,
): void {
  const go = (to: number) => (event.altKey && isOrdered ? onMove(to) : onFocusOther(to));
  const keys: Record<string, () => void> = {
    ArrowLeft: () => go(Math.max(index - 1, 0)),
    ArrowRight: () => go(event.altKey ? Math.min(index + 1, count - 1) : index + 1),
    Home: () => go(0),
    End: () => go(count - 1),
    Delete: onRemove,
    Backspace: onRemove,
    Enter: onEdit,
    F2: onEdit,
  };
  const action = keys[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}

interface InputProps {
  word: string;
  /** Called without a word if editing was cancelled. */
  onEnd: (typed?: string) => void;
}

function WordInput({ word, onEnd }: InputProps) {
  const [typed, setTyped] = useState(word);
  /** The blur on unmount must not end editing twice. */
  const hasEnded = useRef(false);
  const end = (next?: string) => {
    if (hasEnded.current) return;
    hasEnded.current = true;
    onEnd(next);
  };
  return (
    <input
      value={typed}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the focused chip
      autoFocus
      aria-label={`Edit ${word}`}
      onChange={({ target }) => setTyped(target.value)}
      onFocus={({ target }) => target.select()}
      onBlur={() => end(typed)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        end(event.key === 'Enter' ? typed : undefined);
      }}
    />
  );
}

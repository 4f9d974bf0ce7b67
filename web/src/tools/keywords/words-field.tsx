import Box from '@mui/material/Box';
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
} from 'react';
import { VISUALLY_HIDDEN } from '../../ui/visually-hidden.ts';
import { enableDragging } from './drag-chips.ts';
import { addWords, moveWord } from './edit-words.ts';
import { WordChip } from './word-chip.tsx';
import { WORDS_FIELD } from './words-style.ts';

interface Props {
  /** Accessible name; the visible label is separate. */
  label: string;
  words: readonly string[];
  maxWords: number;
  placeholder: string;
  /** The words can be reordered. */
  isOrdered?: boolean;
  isDisabled?: boolean;
  isInvalid?: boolean;
  /** Those that agencies refuse. */
  refused?: ReadonlySet<string>;
  onChange: (words: string[]) => void;
  /** Called when the focus leaves the field. */
  onLeave?: () => void;
}

/** Words as chips. Enter or a comma adds one, Backspace removes the last, and lists can be pasted. */
export function WordsField({
  label,
  words,
  maxWords,
  placeholder,
  isOrdered = false,
  isDisabled = false,
  isInvalid = false,
  refused,
  onChange,
  onLeave,
}: Props) {
  const helpId = useId();
  const [typed, setTyped] = useState('');
  const [announcement, announce] = useState('');
  const field = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const input = useRef<HTMLInputElement>(null);

  const focusChip = (index: number) => {
    const before = document.activeElement;
    requestAnimationFrame(() => {
      if (hasMovedOn(before, field.current)) return;
      const chip = field.current?.querySelector<HTMLElement>(`[data-word="${index}"]`);
      (chip ?? input.current)?.focus();
    });
  };
  const add = (text: string) => {
    const next = addWords(words, text, maxWords);
    setTyped(next.rest);
    if (next.words.length > words.length) onChange(next.words);
    if (next.rest !== '') announce(`Not added: ${next.rest}. Too long, or over the limit of ${maxWords}.`);
  };
  const remove = (index: number) => {
    onChange(words.toSpliced(index, 1));
    announce(`${words[index]} removed`);
  };
  const move = (from: number, to: number) => {
    if (to < 0 || to >= words.length || from === to) return;
    onChange(moveWord(words, from, to));
    announce(`${words[from]}, ${to + 1} of ${words.length}`);
    focusChip(to);
  };
  const onMove = useEffectEvent(move);
  const canDrag = isOrdered && !isDisabled && words.length > 1;
  useEffect(() => {
    if (!canDrag || !list.current) return undefined;
    return enableDragging(list.current, (from, to) => onMove(from, to));
  }, [canDrag]);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if ((event.key === 'Enter' || event.key === ',') && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      add(typed);
    } else if (event.key === 'Backspace' && typed === '' && words.length > 0) remove(words.length - 1);
    else if (event.key === 'ArrowLeft' && typed === '') focusChip(words.length - 1);
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text');
    if (!/[,;\n\t]/.test(text)) return;
    event.preventDefault();
    add(`${typed} ${text}`);
  };
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    onLeave?.();
  };

  return (
    <Box
      ref={field}
      data-invalid={isInvalid}
      onBlur={onBlur}
      onClick={({ target, currentTarget }) => target === currentTarget && input.current?.focus()}
      sx={WORDS_FIELD}
    >
      {words.length > 0 && (
        <ul ref={list} aria-label={label} data-draggable={canDrag}>
          {words.map((word, index) => (
            <WordChip
              key={word}
              word={word}
              index={index}
              count={words.length}
              isDisabled={isDisabled}
              isOrdered={isOrdered}
              isRefused={refused?.has(word) === true}
              helpId={helpId}
              onFocusOther={focusChip}
              onMove={(to) => move(index, to)}
              onRemove={() => {
                remove(index);
                focusChip(Math.min(index, words.length - 2));
              }}
              onReplace={(change) => {
                if (change) onChange(change(words));
                focusChip(index);
              }}
            />
          ))}
        </ul>
      )}
      <input
        ref={input}
        value={typed}
        disabled={isDisabled}
        placeholder={words.length === 0 ? placeholder : ''}
        aria-label={label}
        aria-describedby={helpId}
        autoComplete="off"
        enterKeyHint="enter"
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => {
          if (typed !== '') add(typed);
        }}
      />
      <Box id={helpId} hidden>
        {isOrdered ? `${ADD_HELP} ${REORDER_HELP}` : ADD_HELP}
      </Box>
      <Box role="status" sx={VISUALLY_HIDDEN}>
        {announcement}
      </Box>
    </Box>
  );
}

/** Someone has gone on to another field, for example with the click that ended editing a word. */
function hasMovedOn(before: Element | null, field: Element | null): boolean {
  const now = document.activeElement;
  if (!now || now === before || field?.contains(now)) return false;
  return now.matches('a, button, input, select, textarea');
}

const ADD_HELP = 'Press Enter or comma to add a word, Backspace to remove the last one.';
const REORDER_HELP =
  'Use arrow keys to move between words, Alt and arrow keys to reorder, Enter to edit, Delete to remove.';

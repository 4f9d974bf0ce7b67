import type { ReactNode, Ref } from 'react';
import styles from './segments.module.css';

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
    <div
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-message`}
      aria-invalid={isInvalid}
      aria-required
      onBlur={onBlur}
      className={isCards ? styles['cards'] : styles['bar']}
    >
      {segments.map((segment) => (
        <SegmentOption
          key={segment.value}
          id={`${id}-${segment.value}`}
          name={name}
          segment={segment}
          isChosen={segment.value === value}
          isCard={isCards}
          onChoose={() => onChoose(segment.value)}
          {...(segment === first && focusRef && { inputRef: focusRef })}
        />
      ))}
    </div>
  );
}

interface OptionProps {
  id: string;
  name: string;
  segment: Segment;
  isChosen: boolean;
  isCard: boolean;
  onChoose: () => void;
  inputRef?: Ref<HTMLInputElement>;
}

function SegmentOption({ id, name, segment, isChosen, isCard, onChoose, inputRef }: OptionProps) {
  const { value, label, icon, hint, disabledReason } = segment;
  return (
    <label title={disabledReason} data-chosen={isChosen} className={isCard ? styles['card'] : styles['part']}>
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
      {/* The radio button is named and described by these texts, which would be read twice. */}
      <span aria-hidden className={styles['content']}>
        {icon}
        {label}
      </span>
      {hint !== undefined && (
        <span id={`${id}-hint`} aria-hidden className={styles['hint']}>
          {hint}
        </span>
      )}
    </label>
  );
}

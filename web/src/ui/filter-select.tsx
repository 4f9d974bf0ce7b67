import { ChevronDown } from 'lucide-react';
import styles from './filter-select.module.css';

interface Props<Value extends string> {
  label: string;
  value: Value | undefined;
  values: readonly (readonly [value: Value, label: string])[];
  /** The option that does not filter. Default: 'State: all'. Null: one of the values is always chosen. */
  none?: string | null;
  onChoose: (value: Value | undefined) => void;
}

/** Filters a list. A native select: it opens as people know it on each device, also with hundreds of options. */
export const FilterSelect = <Value extends string>({
  label,
  value,
  values,
  none = `${label}: all`,
  onChoose,
}: Props<Value>) => (
  <span className={styles['frame']}>
    <select
      className={styles['select']}
      aria-label={label}
      data-chosen={none !== null && value !== undefined}
      value={value ?? ''}
      onChange={({ target }) => onChoose(values.find(([each]) => each === target.value)?.[0])}
    >
      {none !== null && <option value="">{none}</option>}
      {values.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
    <ChevronDown aria-hidden size={16} className={styles['arrow']} />
  </span>
);

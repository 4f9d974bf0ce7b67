import type { ReactNode } from 'react';
import styles from './field-frame.module.css';

interface Props {
  /** The control uses `${id}-label` as its name and `${id}-message` as its description. */
  id: string;
  label: string;
  /** The id of the control, if it is one that a `label` can name. */
  htmlFor?: string;
  /** Puts the control beside its label where there is room. */
  isRow?: boolean;
  /** Shown at the end of the label's line, such as a count. */
  end?: ReactNode;
  error?: string | undefined;
  hint?: string | undefined;
  children: ReactNode;
}

/** A form field: label, control, and an error or hint below. */
export function FieldFrame({ id, label, htmlFor, isRow = false, end, error, hint, children }: Props) {
  const message = error ?? hint;
  return (
    <div className={`${styles['frame']} ${isRow ? styles['row'] : ''}`}>
      <div className={styles['heading']}>
        {htmlFor === undefined ? (
          <span id={`${id}-label`} className={styles['label']}>
            {label}
          </span>
        ) : (
          <label id={`${id}-label`} htmlFor={htmlFor} className={styles['label']}>
            {label}
          </label>
        )}
        <span className={styles['end']}>{end}</span>
      </div>
      {children}
      <div
        id={`${id}-message`}
        hidden={message === undefined}
        data-error={error !== undefined}
        className={styles['message']}
      >
        {message}
      </div>
    </div>
  );
}

import type { Row } from './model/list-rows.ts';
import styles from './library.module.css';

interface Props {
  rows: readonly Row[];
  onJump: (rowIndex: number) => void;
}

/** Scrolls to a day. Hidden if there is only one. */
export function DayJump({ rows, onJump }: Props) {
  const days = rows.flatMap((row, index) =>
    row.kind === 'header' && row.day !== undefined ? [{ day: row.day, index }] : [],
  );
  if (days.length < 2) return undefined;
  return (
    <nav aria-label="Days" className={styles['days']}>
      {days.map(({ day, index }) => (
        <button key={day} type="button" className={styles['dayButton']} onClick={() => onJump(index)}>
          {day}
        </button>
      ))}
    </nav>
  );
}

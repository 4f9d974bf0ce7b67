import { Check, Minus, Star } from 'lucide-react';
import type { MouseEvent } from 'react';
import styles from './cell-marks.module.css';

/** Selects the picture around it by mouse. Keyboards and screen readers have the picture's own keys. */
export const SelectMark = ({ isSelected }: { isSelected: boolean | 'mixed' }) => (
  <span className={styles['select']} data-select-mark data-selected={isSelected !== false}>
    {isSelected === 'mixed' && <Minus aria-hidden size={16} />}
    {isSelected === true && <Check aria-hidden size={16} />}
  </span>
);

export const isOnSelectMark = ({ target }: MouseEvent): boolean =>
  target instanceof Element && target.closest('[data-select-mark]') !== null;

/** Stars the picture by mouse or touch, as S does. */
export const StarMark = ({ isStarred, onStar }: { isStarred: boolean; onStar: () => void }) => (
  <button
    type="button"
    tabIndex={-1}
    className={styles['star']}
    aria-label={isStarred ? 'Remove star' : 'Star'}
    data-starred={isStarred}
    onPointerDown={(event) => event.stopPropagation()}
    onDoubleClick={(event) => event.stopPropagation()}
    onClick={(event) => {
      event.stopPropagation();
      onStar();
    }}
  >
    <Star aria-hidden size={15} fill={isStarred ? 'currentColor' : 'none'} />
  </button>
);

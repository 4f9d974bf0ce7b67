import { findPrompt } from '@portal/contracts/image-generator';
import { Check, Star, Trash2 } from 'lucide-react';
import { memo } from 'react';
import type { CellEvents } from '../../ui/selection/use-picture-grid.ts';
import { usePress } from '../../ui/selection/use-press.ts';
import { Thumbnail } from '../../ui/thumbnail.tsx';
import styles from './library.module.css';
import type { ShownPicture } from './model/list-rows.ts';

interface Props extends Omit<CellEvents<ShownPicture>, 'onStar'> {
  shown: ShownPicture;
  width: number;
  isSelected: boolean;
  isMarked: boolean;
  /** The one that Tab reaches. */
  isCurrent: boolean;
}

/** A picture of the Library: a button that is pressed while it is selected. */
export const PictureCell = memo(function PictureCell(props: Props) {
  const { shown, width, isSelected, isMarked, isCurrent, onChoose, onOpen, onKeyDown, isSelecting } = props;
  const { key, batch, picture } = shown;
  const press = usePress({
    onChoose: (how) => onChoose(shown, how),
    onOpen: () => onOpen(shown),
    isSelecting,
  });
  return (
    <button
      type="button"
      id={cellId(key)}
      className={styles['cell']}
      style={{ width }}
      tabIndex={isCurrent ? 0 : -1}
      aria-pressed={isSelected}
      aria-label={describe(shown, isMarked)}
      title={batch.prompts ? `${picture.fileName}\n${findPrompt(batch, picture.index)}` : picture.fileName}
      {...press}
      onKeyDown={onKeyDown}
    >
      <Thumbnail path={picture.thumbnailUrl} placeholder={picture.placeholder} alt="" />
      {isSelected && (
        <span className={styles['check']}>
          <Check aria-hidden size={16} />
        </span>
      )}
      {picture.isStarred && (
        <span className={styles['star']}>
          <Star aria-hidden size={14} fill="currentColor" />
        </span>
      )}
      {isMarked && (
        <span className={styles['reject']}>
          <Trash2 aria-hidden size={14} />
        </span>
      )}
    </button>
  );
});

export const cellId = (key: string): string => `picture-${key}`;

function describe({ picture, batch }: ShownPicture, isMarked: boolean): string {
  const marks = [picture.isStarred && 'starred', isMarked && 'marked for deletion'].filter(Boolean);
  return [picture.fileName, `of ${batch.name}`, ...marks].join(', ');
}

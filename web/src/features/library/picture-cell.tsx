import { describeBatchTitle } from '@portal/contracts/batch-title';
import { findPrompt } from '@portal/contracts/image-generator';
import { Trash2 } from 'lucide-react';
import { memo } from 'react';
import { listCellPictures } from '../../pictures/checks/arrange-stacks.ts';
import stackStyles from '../../pictures/checks/checks.module.css';
import { describeProblems } from '../../pictures/checks/list-checks.ts';
import { ProblemBadge } from '../../pictures/checks/problem-badge.tsx';
import { StackCount } from '../../pictures/checks/stack-count.tsx';
import { formatCount } from '../../ui/count.ts';
import type { CellEvents } from '../../ui/selection/use-picture-grid.ts';
import { SelectMark, StarMark } from '../../ui/selection/cell-marks.tsx';
import { usePress } from '../../ui/selection/use-press.ts';
import { Thumbnail } from '../../ui/thumbnail.tsx';
import styles from './library.module.css';
import type { ShownCell } from './model/list-rows.ts';

interface Props extends CellEvents<ShownCell> {
  shown: ShownCell;
  width: number;
  /** 'mixed': some pictures of a closed stack. */
  isSelected: boolean | 'mixed';
  /** To be deleted, of the pictures that the cell stands for. */
  markedCount: number;
  /** The one that Tab reaches. */
  isCurrent: boolean;
  onToggleStack: (shown: ShownCell) => void;
}

/** A picture of the Library: a button that is pressed while it is selected. */
export const PictureCell = memo(function PictureCell(props: Props) {
  const { shown, width, isSelected, markedCount, isCurrent, onChoose, onOpen, onKeyDown, isSelecting } =
    props;
  const { key, batch, picture, part } = shown;
  const press = usePress({
    onChoose: (how) => onChoose(shown, how),
    onOpen: () => onOpen(shown),
    isSelecting,
  });
  return (
    <div
      data-picture
      className={`${styles['cell']} ${part ? stackStyles[part.isOpen ? 'opened' : 'closed'] : ''}`}
      style={{ width }}
    >
      <button
        type="button"
        id={cellId(key)}
        className={styles['picture']}
        tabIndex={isCurrent ? 0 : -1}
        aria-pressed={isSelected}
        aria-label={describe(shown, markedCount)}
        title={batch.prompts ? `${picture.fileName}\n${findPrompt(batch, picture.index)}` : picture.fileName}
        {...press}
        onFocus={() => props.onReach(shown)}
        onKeyDown={onKeyDown}
      >
        <Thumbnail path={picture.thumbnailUrl} placeholder={picture.placeholder} alt="" />
        <SelectMark isSelected={isSelected} />
        <ProblemBadge checks={picture.checks} />
        {markedCount > 0 && (
          <span className={styles['reject']} data-in-stack={part?.isTop}>
            <Trash2 aria-hidden size={14} />
          </span>
        )}
      </button>
      <StarMark isStarred={picture.isStarred} onStar={() => props.onStar(shown)} />
      {part?.isTop && (
        <StackCount
          count={part.pictures.length}
          isOpen={part.isOpen}
          onToggle={() => props.onToggleStack(shown)}
        />
      )}
    </div>
  );
});

export const cellId = (key: string): string => `picture-${key}`;

function describe(shown: ShownCell, markedCount: number): string {
  const { picture, batch, part } = shown;
  const size = listCellPictures(shown).length;
  const marks = [
    size > 1 && `stack of ${formatCount(size)}`,
    part?.isOpen === true && 'in the open stack',
    picture.isStarred && 'starred',
    describeProblems(picture.checks),
    markedCount > 0 && (size > 1 ? `${formatCount(markedCount)} marked for deletion` : 'marked for deletion'),
  ].filter(Boolean);
  return [picture.fileName, `of ${describeBatchTitle(batch)}`, ...marks].join(', ');
}

import { describeDuration } from '@portal/contracts/describe-duration';
import { formatPrice } from '@portal/contracts/dollars';
import { CircleAlert, CircleMinus, Clock3, Trash2, TriangleAlert } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { listCellPictures, type StackCell } from '../../../pictures/checks/arrange-stacks.ts';
import stackStyles from '../../../pictures/checks/checks.module.css';
import { describeProblems } from '../../../pictures/checks/list-checks.ts';
import { ProblemBadge } from '../../../pictures/checks/problem-badge.tsx';
import { StackCount } from '../../../pictures/checks/stack-count.tsx';
import { formatCount } from '../../../ui/count.ts';
import type { CellEvents } from '../../../ui/selection/use-picture-grid.ts';
import { SelectMark, StarMark } from '../../../ui/selection/cell-marks.tsx';
import { usePress } from '../../../ui/selection/use-press.ts';
import { SpinningIcon } from '../../../ui/spinning-icon.tsx';
import { Thumbnail } from '../../../ui/thumbnail.tsx';
import styles from './job-grid.module.css';
import { makePicturePath } from './picture-path.ts';
import { CAPTION_HEIGHT } from './grid-layout.ts';
import type { Place } from './grid-keys.ts';
import type { Cell, CellState } from './side-by-side.ts';

interface Props extends CellEvents<Cell> {
  cell: StackCell<Cell>;
  /** Of its model. Empty if there is no other. */
  laneName: string;
  prompt: string;
  /** In its caption: no other part of the grid has it. */
  isPromptShown?: boolean;
  width: number;
  height: number;
  columnIndex: number;
  /** Of the row's CSS grid: a retry may lack lanes before it. */
  column: number;
  /** 'mixed': some pictures of a closed stack. */
  isSelected: boolean | 'mixed';
  /** The one that Tab reaches. */
  isCurrent: boolean;
  onToggleStack?: (cell: StackCell<Cell>) => void;
}

export const cellId = ({ row, lane }: Place): string => `job-picture-${row}-${lane}`;

/** A picture of the grid, or why there is none. */
export const PictureCell = memo(function PictureCell(props: Props) {
  const { cell, laneName, prompt, isPromptShown = false, width, height } = props;
  const { columnIndex, column, isSelected, isCurrent } = props;
  const { url, state, isStarred, placeholder, part } = cell;
  const press = usePress({
    onChoose: (how) => props.onChoose(cell, how),
    onOpen: () => props.onOpen(cell),
    isSelecting: props.isSelecting,
  });
  const caption = describeCell(cell);
  const isTall = url === undefined && caption.text !== '' && !isPromptShown;
  return (
    <div
      id={cellId(cell)}
      role="gridcell"
      aria-colindex={columnIndex}
      tabIndex={isCurrent ? 0 : -1}
      {...(url !== undefined && {
        'aria-label': [
          laneName,
          isPromptShown && prompt,
          describeStack(cell),
          WORDS[state],
          isSelected === 'mixed' && 'partly selected',
          isStarred && 'starred',
          // The caption says it in more detail.
          cell.heldFor === undefined && describeProblems(cell.checks),
          caption.text,
        ]
          .filter(Boolean)
          .join(', '),
        'aria-selected': isSelected === true,
        'data-made': true,
        ...press,
      })}
      title={prompt}
      className={styles['cell']}
      style={{ gridColumn: column }}
      data-picture
      onFocus={() => props.onReach(cell)}
      onKeyDown={props.onKeyDown}
    >
      <div className={part && stackStyles[part.isOpen ? 'opened' : 'closed']} style={{ width }}>
        <div className={styles['frame']} style={{ width, height: height + (isTall ? CAPTION_HEIGHT : 0) }}>
          {url === undefined ? (
            <Missing state={state} reason={caption.text} />
          ) : (
            <Thumbnail path={makePicturePath(url).thumbnail} placeholder={placeholder} alt="" />
          )}
          {url !== undefined && (
            <>
              <SelectMark isSelected={isSelected} />
              <StarMark isStarred={isStarred} onStar={() => props.onStar(cell)} />
            </>
          )}
          <ProblemBadge checks={cell.checks} />
          {part?.isTop && (
            <StackCount
              count={part.pictures.length}
              isOpen={part.isOpen}
              onToggle={() => props.onToggleStack?.(cell)}
            />
          )}
        </div>
      </div>
      {isPromptShown && (
        <div className={styles['promptLine']}>
          <span className={styles['promptNumber']}>{cell.row + 1}</span> {prompt}
        </div>
      )}
      {url !== undefined && (
        <div className={styles['caption']} data-tone={caption.tone} title={caption.text}>
          {caption.text}
        </div>
      )}
    </div>
  );
});

function describeStack(cell: StackCell<Cell>): string | undefined {
  const size = listCellPictures(cell).length;
  if (size > 1) return `stack of ${formatCount(size)}`;
  return cell.part?.isOpen === true ? 'in the open stack' : undefined;
}

const WORDS: Record<CellState, string> = {
  open: 'Waiting',
  running: 'Running',
  made: 'Made',
  failed: 'Failed',
  uncertain: 'Uncertain',
  cancelled: 'Cancelled',
  gone: 'Deleted',
};

const ICONS: Record<Exclude<CellState, 'made'>, ReactNode> = {
  open: <Clock3 aria-hidden size={18} />,
  running: <SpinningIcon />,
  failed: <CircleAlert aria-hidden size={18} />,
  uncertain: <TriangleAlert aria-hidden size={18} />,
  cancelled: <CircleMinus aria-hidden size={18} />,
  gone: <Trash2 aria-hidden size={18} />,
};

const TONES: Partial<Record<CellState, string>> = { failed: 'bad', uncertain: 'warning' };

const Missing = ({ state, reason }: { state: CellState; reason: string }) => (
  <div className={styles['empty']} data-tone={TONES[state]} data-reason={reason !== ''}>
    <span className={styles['state']}>
      {state !== 'made' && ICONS[state]}
      {WORDS[state]}
    </span>
    {reason !== '' && (
      <span className={styles['reason']} title={reason}>
        {reason}
      </span>
    )}
  </div>
);

/** The reason of what went wrong or is in doubt, else cost and time. */
function describeCell({ state, reason, stopped, heldFor, cost, seconds }: Cell): {
  text: string;
  tone?: string | undefined;
} {
  if (reason !== undefined) return { text: reason, tone: TONES[state] ?? 'bad' };
  if (stopped) return { text: stopped.text, tone: stopped.isFailure ? 'bad' : undefined };
  if (heldFor !== undefined) return { text: heldFor, tone: 'warning' };
  const facts = [
    cost !== undefined && formatPrice(cost),
    seconds !== undefined && describeDuration(seconds * 1000),
  ];
  return { text: facts.filter(Boolean).join(' · ') };
}

import { formatDollars } from '@portal/contracts/dollars';
import type { Pipeline } from '@portal/contracts/pipelines';
import { ArrowRight, PackageCheck, Star, X } from 'lucide-react';
import { useState } from 'react';
import { CompareAction, KeepBestAction, StackActions } from '../../../pictures/compare/stack-actions.tsx';
import { canCompare, MAX_COMPARED } from '../../../pictures/compare/use-compare.ts';
import { ExportDialog } from '../../../tools/exports/export-dialog.tsx';
import { addAll, NOTHING, type Selection } from '../../../ui/selection/selection.ts';
import { countHeld } from '../../../tools/pipelines/describe-pipeline.ts';
import { SendToMenu } from '../../../pictures/send-to/send-to-menu.tsx';
import type { SentPicture } from '../../../pictures/send-to/sent-pictures.ts';
import { LoadingButton } from '../../../ui/loading-button.tsx';
import { Announcement } from '../../../ui/announcement.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { countOf, formatCount } from '../../../ui/count.ts';
import { LabeledAction } from '../../../ui/labeled-action.tsx';
import styles from './job-grid.module.css';
import { estimateLater } from './later-cost.ts';
import { makePicturePath } from './picture-path.ts';
import type { Cell } from './side-by-side.ts';

interface Props {
  job: Pipeline;
  selected: readonly Cell[];
  starred: readonly string[];
  isChoosing: boolean;
  isSending: boolean;
  /** The open stack. */
  stack: readonly Cell[] | undefined;
  /** Closed stacks that are selected. */
  stackCount: number;
  onCompare: (cells: readonly Cell[]) => void;
  /** Of each stack among the pictures. */
  onKeepBest: (cells: readonly Cell[]) => void;
  onCloseStack: () => void;
  onSelection: (selection: Selection) => void;
  onStar: (cells: readonly Cell[], isStarred: boolean) => void;
  onContinue: (cells: readonly Cell[]) => void;
}

/** What can be done with the selected pictures; while the job waits for a choice, above all to continue with them. */
export function PictureBar(props: Props) {
  const { job, selected, starred, isChoosing, isSending, onSelection, onStar, onContinue } = props;
  const { stack, stackCount, onCompare, onKeepBest, onCloseStack } = props;
  const [exported, setExported] = useState<readonly SentPicture[]>([]);
  const [isExporting, setIsExporting] = useState(false);
  /** A key: each export starts with fresh state. */
  const [exportCount, setExportCount] = useState(0);
  const [isAsking, setIsAsking] = useState(false);
  const areStarred = selected.length > 0 && selected.every(({ isStarred }) => isStarred);
  const keys = new Set(selected.map(({ key }) => key));
  const toSent = () => selected.map((cell) => toSentPicture(job.name, cell));
  const isHeld = countHeld(job) > 0;
  const cost = estimateLater(job, selected.length);
  const count = [
    `${formatCount(selected.length)} selected`,
    ...(stackCount > 0 ? [countOf(stackCount, 'whole stack')] : []),
  ].join(', ');
  const canKeepBest = selected.filter(({ checks }) => checks?.measures).length > 1;
  const isStackShown = stack !== undefined && (isChoosing || selected.length === 0);
  const note =
    isChoosing && selected.length > 0
      ? ` · ${cost === 0 ? 'free to continue' : `about ${formatDollars(cost)} to continue`}`
      : '';
  return (
    <>
      <Announcement>
        {selected.length > 0 && count + note}
        {selected.length === 0 && stack && `Stack of ${formatCount(stack.length)} is open`}
      </Announcement>
      {(isChoosing || selected.length > 0 || stack) && (
        <div role="toolbar" aria-label="Selected pictures" className={styles['bar']}>
          {(isChoosing || selected.length > 0) && (
            <span className={styles['count']}>
              <b>{count}</b>
              {note}
            </span>
          )}
          {isStackShown && (
            <StackActions
              count={stack.length}
              onCompare={() => onCompare(stack.slice(0, MAX_COMPARED))}
              onKeepBest={() => onKeepBest(stack)}
              onClose={onCloseStack}
            />
          )}
          {starred.length > 0 && (
            <LabeledAction
              label={`Select ${formatCount(starred.length)} starred`}
              keepsLabel
              icon={<Star aria-hidden size={16} fill="currentColor" />}
              onClick={() => onSelection(addAll({ ...NOTHING, keys }, starred))}
            />
          )}
          {selected.length > 0 && (
            <>
              <LabeledAction
                label={areStarred ? 'Remove stars' : 'Star'}
                icon={<Star aria-hidden size={16} fill={areStarred ? 'currentColor' : 'none'} />}
                onClick={() => onStar(selected, !areStarred)}
              />
              {canCompare(selected.length) && (
                <CompareAction label="Compare" onClick={() => onCompare(selected)} />
              )}
              {canKeepBest && !isStackShown && (
                <KeepBestAction label="Keep best" onClick={() => onKeepBest(selected)} />
              )}
              {!isChoosing && (
                <>
                  <SendToMenu count={selected.length} getPictures={toSent} />
                  <LabeledAction
                    label="Export for agency…"
                    aria-haspopup="dialog"
                    icon={<PackageCheck aria-hidden size={16} />}
                    onClick={() => {
                      setExported(toSent());
                      setIsExporting(true);
                      setExportCount(exportCount + 1);
                    }}
                  />
                </>
              )}
              <LabeledAction
                label="Clear"
                icon={<X aria-hidden size={16} />}
                onClick={() => onSelection(NOTHING)}
              />
            </>
          )}
          {isChoosing && (
            <LoadingButton
              variant="contained"
              size="small"
              loading={isSending}
              endIcon={<ArrowRight aria-hidden size={16} />}
              onClick={() => (selected.length === 0 ? setIsAsking(true) : onContinue(selected))}
            >
              {selected.length === 0
                ? 'Continue with none'
                : `Continue with ${countOf(selected.length, 'picture')}`}
            </LoadingButton>
          )}
        </div>
      )}
      {exported.length > 0 && (
        <ExportDialog
          key={exportCount}
          isOpen={isExporting}
          pictures={exported}
          onClose={() => setIsExporting(false)}
        />
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={isHeld ? 'Continue without these pictures?' : 'End the job here?'}
        confirmLabel={isHeld ? 'Continue without them' : 'End the job'}
        onConfirm={() => onContinue([])}
        onClose={() => setIsAsking(false)}
      >
        {isHeld ? 'None of them continues' : 'No picture continues'} to the next stage. All of them stay in
        the Library until they expire.
      </ConfirmDialog>
    </>
  );
}

const toSentPicture = (jobName: string, { batchId, index, url = '', row }: Cell): SentPicture => ({
  from: { batchId, index, kind: 'result' },
  fileName: `${jobName} ${row + 1}`,
  thumbnailUrl: makePicturePath(url).thumbnail,
  tool: 'image-generator',
  batchName: jobName,
});

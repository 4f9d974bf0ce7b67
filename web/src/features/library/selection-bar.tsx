import { Copy, Download, FlipHorizontal2, PackageCheck, ScanEye, Star, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { CheckDialog } from '../../tools/checks/check-dialog.tsx';
import { CompareAction, KeepBestAction, StackActions } from '../../pictures/compare/stack-actions.tsx';
import { canCompare, MAX_COMPARED } from '../../pictures/compare/use-compare.ts';
import { ExportDialog } from '../../tools/exports/export-dialog.tsx';
import { SendToMenu } from '../../pictures/send-to/send-to-menu.tsx';
import { Announcement } from '../../ui/announcement.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { countOf, formatCount } from '../../ui/count.ts';
import { IconAction } from '../../ui/icon-action.tsx';
import { LabeledAction } from '../../ui/labeled-action.tsx';
import { MoreActions } from '../../ui/more-actions.tsx';
import styles from './library.module.css';
import type { ShownPicture } from './model/list-rows.ts';
import { invert, NOTHING, type Selection } from '../../ui/selection/selection.ts';
import { fitsOneZip, toSentPicture, toSource, type usePictureActions } from './use-picture-actions.ts';

interface Props {
  selected: readonly ShownPicture[];
  /** Marked for deletion in the viewer. */
  marked: readonly ShownPicture[];
  order: readonly string[];
  selection: Selection;
  actions: ReturnType<typeof usePictureActions>;
  /** The open stack. */
  stack: readonly ShownPicture[] | undefined;
  /** Closed stacks that are selected. */
  stackCount: number;
  onCompare: (pictures: readonly ShownPicture[]) => void;
  /** Of each stack among the pictures. */
  onKeepBest: (pictures: readonly ShownPicture[]) => void;
  onCloseStack: () => void;
  onSelection: (selection: Selection) => void;
  onDelete: (pictures: readonly ShownPicture[]) => void;
  onClearMarks: () => void;
}

/** What can be done with the selected and the marked pictures. */
export function SelectionBar(props: Props) {
  const { selected, marked, order, selection, actions, onSelection, onDelete, onClearMarks } = props;
  const { stack, stackCount, onCompare, onKeepBest, onCloseStack } = props;
  const [asked, setAsked] = useState({ what: '', pictures: selected });
  const [isAsking, setIsAsking] = useState(false);
  const [exported, setExported] = useState<readonly ShownPicture[]>([]);
  const [isExporting, setIsExporting] = useState(false);
  /** A key: each export starts with fresh state. */
  const [exportCount, setExportCount] = useState(0);
  const [checked, setChecked] = useState<readonly ShownPicture[]>([]);
  const [isChecking, setIsChecking] = useState(false);
  const ask = (what: string, pictures: readonly ShownPicture[]) => {
    setAsked({ what, pictures });
    setIsAsking(true);
  };
  const areStarred = selected.every(({ picture }) => picture.isStarred);
  const hasChecks = selected.filter(({ checks }) => checks?.measures).length > 1;
  const hasPrompts = selected.some(({ batch }) => batch.prompt !== null);
  const count = [
    `${formatCount(selected.length)} selected`,
    ...(stackCount > 0 ? [countOf(stackCount, 'whole stack')] : []),
  ].join(', ');
  return (
    <>
      <Announcement>
        {selected.length > 0 && count}
        {selected.length === 0 && stack && `Stack of ${formatCount(stack.length)} is open`}
      </Announcement>
      {(selected.length > 0 || marked.length > 0 || stack) && (
        <div role="toolbar" aria-label="Selected pictures" className={styles['bar']}>
          {selected.length > 0 && (
            <>
              <span className={styles['count']}>{count}</span>
              <SendToMenu count={selected.length} getPictures={() => selected.map(toSentPicture)} />
              <LabeledAction
                label={actions.zipProgress ?? 'Download ZIP'}
                icon={<Download aria-hidden size={16} />}
                loading={actions.zipProgress !== undefined}
                loadingPosition="start"
                onClick={() => void actions.zip(selected)}
              />
              <LabeledAction
                label="Export for agency…"
                aria-haspopup="dialog"
                icon={<PackageCheck aria-hidden size={16} />}
                onClick={() => {
                  if (!fitsOneZip(selected)) return;
                  setExported(selected);
                  setIsExporting(true);
                  setExportCount(exportCount + 1);
                }}
              />
              <LabeledAction
                label="Check…"
                aria-haspopup="dialog"
                icon={<ScanEye aria-hidden size={16} />}
                onClick={() => {
                  setChecked(selected);
                  setIsChecking(true);
                }}
              />
              <LabeledAction
                label={areStarred ? 'Remove stars' : 'Star'}
                icon={<Star aria-hidden size={16} fill={areStarred ? 'currentColor' : 'none'} />}
                onClick={() => actions.star(selected, !areStarred)}
              />
              {canCompare(selected.length) && (
                <CompareAction label="Compare" onClick={() => onCompare(selected)} />
              )}
              {hasChecks && <KeepBestAction label="Keep best" onClick={() => onKeepBest(selected)} />}
              <MoreActions
                actions={[
                  ...(hasPrompts
                    ? [
                        {
                          label: 'Copy prompts',
                          icon: Copy,
                          onClick: () => void actions.copyPrompts(selected),
                        },
                      ]
                    : []),
                  {
                    label: 'Invert selection',
                    icon: FlipHorizontal2,
                    onClick: () => onSelection(invert(selection, order)),
                  },
                ]}
              />
              <LabeledAction
                label={`Delete ${formatCount(selected.length)} selected`}
                icon={<Trash2 aria-hidden size={16} />}
                onClick={() => ask('selected picture', selected)}
              />
              <span className={styles['clear']}>
                <IconAction label="Clear" onClick={() => onSelection(NOTHING)}>
                  <X aria-hidden size={16} />
                </IconAction>
              </span>
            </>
          )}
          {selected.length === 0 && stack && (
            <StackActions
              count={stack.length}
              onCompare={() => onCompare(stack.slice(0, MAX_COMPARED))}
              onKeepBest={() => onKeepBest(stack)}
              onClose={onCloseStack}
            />
          )}
          {/* One delete at a time: the other pictures may be worth keeping. */}
          {selected.length === 0 && marked.length > 0 && (
            <>
              <LabeledAction
                label={`Delete ${formatCount(marked.length)} marked`}
                keepsLabel
                icon={<Trash2 aria-hidden size={16} />}
                onClick={() => ask('marked picture', marked)}
              />
              <LabeledAction label="Clear marks" icon={<X aria-hidden size={16} />} onClick={onClearMarks} />
            </>
          )}
        </div>
      )}
      {exported.length > 0 && (
        <ExportDialog
          key={exportCount}
          isOpen={isExporting}
          pictures={exported.map(toSentPicture)}
          onClose={() => setIsExporting(false)}
        />
      )}
      {checked.length > 0 && (
        <CheckDialog
          isOpen={isChecking}
          pictures={checked.map(toSource)}
          onClose={() => setIsChecking(false)}
        />
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={`Delete ${countOf(asked.pictures.length, asked.what)}?`}
        confirmLabel="Delete"
        onConfirm={() => onDelete(asked.pictures)}
        onClose={() => setIsAsking(false)}
      >
        This action cannot be undone.
      </ConfirmDialog>
    </>
  );
}

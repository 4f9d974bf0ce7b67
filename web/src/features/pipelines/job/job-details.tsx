import type { Pipeline } from '@portal/contracts/pipelines';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import type { StackCell } from '../../../pictures/checks/arrange-stacks.ts';
import { findStacks } from '../../../pictures/checks/find-stacks.ts';
import { useStackCells } from '../../../pictures/checks/use-stack-cells.ts';
import { useStackView } from '../../../pictures/checks/stack-view.ts';
import { CompareDialog } from '../../../pictures/compare/compare-dialog.tsx';
import { listCompared } from '../../../pictures/compare/list-compared.ts';
import { addAll, NOTHING, removeAll, type Selection } from '../../../ui/selection/selection.ts';
import { useSelection } from '../../../ui/selection/use-picture-grid.ts';
import { willAskForChoice } from '../../../tools/pipelines/describe-pipeline.ts';
import { useRowHeight } from '../../../pictures/library/row-height.ts';
import { useStars } from '../../../pictures/stars/use-stars.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { useFocusWhenGone } from '../../../ui/use-focus-when-gone.ts';
import { ContactSheet } from './contact-sheet.tsx';
import type { GridHandle } from './grid-keys.ts';
import { listHeld } from './held-pictures.ts';
import { JobHeader } from './job-header.tsx';
import { JobNotice } from './job-notice.tsx';
import { JobViewer, toBatchPicture } from './job-viewer.tsx';
import { PicturesLine } from './pictures-line.tsx';
import { PictureBar } from './picture-bar.tsx';
import type { Cell } from './side-by-side.ts';
import { SideBySideGrid } from './side-by-side-grid.tsx';
import { StageCards } from './stage-cards.tsx';
import { useChoiceDraft } from './use-choice-draft.ts';
import { useChoosing } from './use-choosing.ts';
import { useJobActions } from './use-job-actions.ts';
import { useJobPictures } from './use-job.ts';
import { useSendAgain } from './use-send-again.ts';

interface Viewed {
  cell: Cell;
  /** Keys of the cells that were shown when it opened. */
  order: readonly string[];
  isOpen: boolean;
  /** How many times: its key, so that each opening starts anew. */
  opened: number;
}

interface Props {
  job: Pipeline;
  /** False while the job is from the cache. */
  isCurrent: boolean;
}

/** A job that has loaded. */
export function JobDetails({ job, isCurrent }: Props) {
  const pictures = useJobPictures(job);
  const actions = useJobActions(job);
  const { rows } = pictures;
  const all = useMemo(() => rows.flatMap(({ cells }) => cells), [rows]);
  const held = useMemo(() => listHeld(job, { rows }), [job, rows]);
  const made = useMemo(() => held ?? all.filter(({ url }) => url !== undefined), [held, all]);
  const refused = useMemo(
    () => new Set(all.flatMap(({ isPermanent, row }) => (isPermanent ? (rows[row]?.prompt ?? []) : []))),
    [all, rows],
  );
  const isGallery = pictures.lanes.length === 1;
  const rowHeight = useRowHeight();
  const [stackView, changeStackView] = useStackView();
  // The slider moves on while stacks are computed.
  const { isStacked: wantsStacks, likeness } = useDeferredValue(stackView);
  const canStack = job.total > 1;
  const isStacked = wantsStacks && canStack;
  const isSheet = isGallery || isStacked || held !== undefined;
  const groups = useMemo(
    () => [{ pictures: made, ...(isStacked && { stacks: findStacks(made, likeness) }) }],
    [made, isStacked, likeness],
  );
  const stacks = useStackCells(groups);
  const shown = stacks.cells[0] ?? made;
  const [firstShown] = shown;
  const choice = useChoiceDraft(job, isCurrent);
  const selectable = useSelection<Cell>(stacks.pictures, choice);
  const { selection, selected, setSelection } = selectable;
  const isWaiting = job.state === 'choosing';
  const [wasWaiting, setWasWaiting] = useState(isWaiting);
  if (isWaiting !== wasWaiting) {
    setWasWaiting(isWaiting);
    const kept = choice.read();
    if (kept.keys.size > 0) setSelection(kept);
  }
  const [viewed, setViewed] = useState<Viewed>();
  // Also those that are in a closed stack by now. New ones come last.
  const viewedCells = useMemo(() => {
    const byKey = new Map(all.filter(({ url }) => url !== undefined).map((cell) => [cell.key, cell]));
    const keys = new Set([...(viewed?.order ?? []), ...shown.map(({ key }) => key)]);
    return [...keys].flatMap((key) => byKey.get(key) ?? []);
  }, [all, shown, viewed?.order]);
  const changeStars = useStars();
  const again = useSendAgain(job);
  // The job may be ahead of the history: pictures that are not shown yet would be left out.
  const isChoosing = isWaiting && !all.some(({ state }) => state === 'open' || state === 'running');
  const grid = useRef<GridHandle>(null);
  const section = useRef<HTMLElement>(null);

  /** The current picture, or all of them if that is not rendered. */
  const findCurrent = () =>
    section.current?.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]') ?? section.current;
  /** Without a selection there is no Clear button, which had the focus. */
  const changeSelection = (next: Selection) => {
    setSelection(next);
    if (next.keys.size === 0) findCurrent()?.focus({ preventScroll: true });
  };
  useFocusWhenGone(actions.choose.isSuccess && !isChoosing, findCurrent);

  const star = (cells: readonly Cell[], isStarred: boolean) => {
    for (const [id, own] of Map.groupBy(cells, ({ batchId }) => batchId))
      changeStars(
        { id, tool: 'image-generator' },
        own.map(({ index }) => index),
        isStarred,
      );
  };
  const choosing = useChoosing({ isChoosing, selection, onSelection: setSelection, onStar: star });
  const { compare } = choosing;
  const view = (cell: Cell) =>
    setViewed((before) => ({
      cell,
      order: shown.map(({ key }) => key),
      isOpen: true,
      opened: (before?.opened ?? 0) + 1,
    }));
  const open = (cell: StackCell<Cell>) => {
    if (cell.part && !cell.part.isOpen) stacks.toggleStack(cell);
    else view(cell);
  };
  const startChoosing = isChoosing && firstShown ? () => view(firstShown) : undefined;
  /** Once a dialog has given the focus back. */
  const focusLater = (cell: Cell) => requestAnimationFrame(() => grid.current?.focusCell(cell));
  const closeStack = (): boolean => {
    const [top] = stacks.open ?? [];
    if (!top) return false;
    stacks.closeStack();
    focusLater(top);
    return true;
  };
  const compareFrom = (cell: StackCell<Cell>) => compare.open(listCompared(cell, selected));
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
      <JobHeader
        job={job}
        actions={actions}
        refusedCount={refused.size}
        onSendAgain={() => again.fillForm()}
        onEditPrompts={() => again.fillForm(refused)}
      />
      <ConfirmDialog {...again.question} title="Replace the draft in New job?" confirmLabel="Replace draft">
        Its prompts and settings are replaced by those of this job. This action cannot be undone.
      </ConfirmDialog>
      <JobNotice job={job} isStarting={again.isStarting} onStartNow={again.startNow} />
      {job.batches.length > 0 && <StageCards job={job} />}
      {pictures.error && rows.length > 0 && made.length === 0 && (
        <LoadFailure
          title="The pictures could not be loaded"
          error={pictures.error}
          onTryAgain={pictures.retry}
        />
      )}
      {pictures.isPending && !pictures.error && (
        <Loading label="Loading pictures">
          <Skeleton variant="rounded" height={420} />
        </Loading>
      )}
      {!pictures.isPending && job.batches.length > 0 && (
        <Box
          ref={section}
          component="section"
          aria-label="Pictures"
          tabIndex={-1}
          sx={{ minWidth: 0, outline: 'none' }}
        >
          <PicturesLine
            pictures={made}
            stacks={groups[0]?.stacks}
            canStack={canStack}
            view={stackView}
            onView={changeStackView}
            lane={isGallery ? pictures.lanes[0] : undefined}
            selection={selection}
            onSelection={setSelection}
            hasSizes={isSheet}
            onChooseInViewer={
              startChoosing ?? (willAskForChoice(job) || job.state === 'choosing' ? null : undefined)
            }
          />
          {isSheet ? (
            <ContactSheet
              ref={grid}
              label={isStacked ? 'Stacks' : held ? 'Pictures that wait' : 'Gallery'}
              view={pictures}
              cells={isStacked ? shown : (held ?? all)}
              height={rowHeight}
              pictures={selectable}
              clickToggles={isChoosing}
              findMembers={stacks.findMembers}
              onOpen={open}
              onToggleStack={stacks.toggleStack}
              onStar={star}
              onCompare={compareFrom}
              onCloseStack={closeStack}
            />
          ) : (
            <SideBySideGrid
              ref={grid}
              view={pictures}
              pictures={selectable}
              clickToggles={isChoosing}
              onOpen={open}
              onStar={star}
              onCompare={compareFrom}
            />
          )}
          <PictureBar
            job={job}
            selected={selected}
            starred={made.filter(({ isStarred }) => isStarred).map(({ key }) => key)}
            isChoosing={isChoosing}
            isSending={actions.choose.isPending}
            stack={stacks.open}
            stackCount={stacks.countSelected(selection.keys)}
            onCompare={compare.open}
            onKeepBest={(cells) => choosing.keepBest(cells, likeness)}
            onCloseStack={closeStack}
            onSelection={changeSelection}
            onStar={star}
            onContinue={(cells) =>
              actions.choose.mutate(
                cells.map(({ batchId, index }) => ({ batchId, index })),
                { onSuccess: () => setSelection(NOTHING) },
              )
            }
          />
        </Box>
      )}
      {compare.compared && (
        <CompareDialog
          key={compare.compared.opened}
          isOpen={compare.compared.isOpen}
          pictures={compare.compared.pictures.map((cell, index) =>
            toBatchPicture(pictures, cell, pictures.images.get(cell.key), index),
          )}
          hint={choosing.hint}
          onKeep={(place) => {
            const kept = choosing.keepOne(place);
            if (kept) focusLater(kept);
          }}
          onClose={compare.close}
        />
      )}
      {viewed && (
        <JobViewer
          key={viewed.opened}
          job={job}
          view={pictures}
          cells={viewedCells}
          first={viewed.cell}
          isOpen={viewed.isOpen}
          isChoosing={isChoosing}
          selected={selection.keys}
          onSelect={({ key }, isSelected) =>
            setSelection((isSelected ? addAll : removeAll)(selection, [key]))
          }
          onClose={(last) => {
            setViewed({ ...viewed, isOpen: false });
            focusLater(last);
          }}
        />
      )}
    </Box>
  );
}

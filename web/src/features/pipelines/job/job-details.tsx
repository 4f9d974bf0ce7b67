import type { Pipeline } from '@portal/contracts/pipelines';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useMemo, useRef, useState } from 'react';
import { NOTHING, toggle, type Selection } from '../../../ui/selection/selection.ts';
import { useSelection } from '../../../ui/selection/use-picture-grid.ts';
import { useStars } from '../../../pictures/stars/use-stars.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { useFocusWhenGone } from '../../../ui/use-focus-when-gone.ts';
import { JobHeader } from './job-header.tsx';
import { JobNotice } from './job-notice.tsx';
import { JobViewer } from './job-viewer.tsx';
import { PictureBar } from './picture-bar.tsx';
import { cellId } from './picture-cell.tsx';
import type { Cell } from './side-by-side.ts';
import { SideBySideGrid } from './side-by-side-grid.tsx';
import { StageCards } from './stage-cards.tsx';
import { useJobActions } from './use-job-actions.ts';
import { useJobPictures } from './use-job.ts';
import { useSendAgain } from './use-send-again.ts';

interface Viewed {
  cell: Cell;
  isOpen: boolean;
  /** How many times: its key, so that each opening starts anew. */
  opened: number;
}

/** A job that has loaded. */
export function JobDetails({ job }: { job: Pipeline }) {
  const pictures = useJobPictures(job);
  const actions = useJobActions(job);
  const { rows } = pictures;
  const made = useMemo(
    () => rows.flatMap(({ cells }) => cells.filter(({ url }) => url !== undefined)),
    [rows],
  );
  const selectable = useSelection(made);
  const { selection, selected, setSelection } = selectable;
  const [viewed, setViewed] = useState<Viewed>();
  const changeStars = useStars();
  const again = useSendAgain(job);
  const isChoosing = job.state === 'choosing';
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
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
      <JobHeader job={job} actions={actions} onSendAgain={again.fillForm} />
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
          <SideBySideGrid
            view={pictures}
            pictures={selectable}
            clickToggles={isChoosing}
            onOpen={(cell) =>
              setViewed((before) => ({ cell, isOpen: true, opened: (before?.opened ?? 0) + 1 }))
            }
            onStar={star}
          />
          <PictureBar
            job={job}
            selected={selected}
            starred={made.filter(({ isStarred }) => isStarred).map(({ key }) => key)}
            isChoosing={isChoosing}
            isSending={actions.choose.isPending}
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
      {viewed && (
        <JobViewer
          key={viewed.opened}
          job={job}
          view={pictures}
          cells={made}
          current={viewed.cell.key}
          isOpen={viewed.isOpen}
          onMove={(cell) => setViewed({ ...viewed, cell })}
          onToggle={({ key }) => setSelection(toggle(selection, key))}
          onClose={() => {
            setViewed({ ...viewed, isOpen: false });
            requestAnimationFrame(() => document.getElementById(cellId(viewed.cell))?.focus());
          }}
        />
      )}
    </Box>
  );
}

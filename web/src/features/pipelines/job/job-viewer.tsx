import type { BatchImage } from '@portal/contracts/batch-calls';
import type { Pipeline } from '@portal/contracts/pipelines';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueries } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { useState } from 'react';
import { nameModel, nameProvider } from '@portal/contracts/provider-labels';
import { ImageViewer } from '../../../pictures/viewer/image-viewer.tsx';
import type { BatchPicture } from '../../../pictures/viewer/batch-picture.ts';
import type { PictureFacts } from '../../../pictures/viewer/picture-facts.ts';
import { isJobOver } from '../../../tools/pipelines/describe-pipeline.ts';
import { Announcement } from '../../../ui/announcement.tsx';
import { formatCount } from '../../../ui/count.ts';
import { imagesQuery } from './images-query.ts';
import { makePicturePath } from './picture-path.ts';
import type { Cell, SideBySide } from './side-by-side.ts';

interface Props {
  job: Pick<Pipeline, 'name' | 'state' | 'cost' | 'estimate' | 'batches'>;
  view: SideBySide;
  /** Row by row, so that left and right lead to the same prompt of another model first. */
  cells: readonly Cell[];
  /** The cell that it opens with. */
  first: Cell;
  isOpen: boolean;
  /** The job waits for a choice. */
  isChoosing: boolean;
  /** Keys of cells. */
  selected: ReadonlySet<string>;
  onSelect: (cell: Cell, isSelected: boolean) => void;
  /** Gets the cell that was shown last. */
  onClose: (last: Cell) => void;
}

/** The one viewer with the pictures of a job. Space selects the picture; P and X choose, and go on to the next one. */
export function JobViewer(props: Props) {
  const { job, view, cells, first, isOpen, isChoosing, selected, onSelect, onClose } = props;
  // Not of the page, whose grid need not be rendered for each picture.
  const [current, setCurrent] = useState(first);
  const position = cells.findIndex(({ key }) => key === current.key);
  const shown = cells[position];
  const isSelected = selected.has(current.key);
  const toggle = () => shown && onSelect(shown, !isSelected);
  const selectAndMove = (isChosen: boolean) => () => {
    if (shown) onSelect(shown, isChosen);
    const next = cells[position + 1];
    if (next) setCurrent(next);
  };
  const images = useImages(isOpen ? shown : undefined, view);
  return (
    <ImageViewer
      isOpen={isOpen && shown !== undefined}
      pictures={cells.map((cell, index) => toBatchPicture(view, cell, images.get(cell.key), index))}
      hasFailed={false}
      index={position}
      keys={{ ' ': toggle, ...(isChoosing && { p: selectAndMove(true), x: selectAndMove(false) }) }}
      actions={isChoosing && <ChooseAction isChosen={isSelected} count={selected.size} onToggle={toggle} />}
      describe={({ index }) => {
        const cell = cells[index];
        return cell && describeCell(job, view, cell);
      }}
      onMove={(index) => {
        const moved = cells[index];
        if (moved) setCurrent(moved);
      }}
      onClose={() => onClose(current)}
    />
  );
}

interface ChooseProps {
  isChosen: boolean;
  /** Of all that are chosen. */
  count: number;
  onToggle: () => void;
}

const ChooseAction = ({ isChosen, count, onToggle }: ChooseProps) => (
  <>
    <Announcement>
      {isChosen ? 'Chosen' : 'Not chosen'}, {formatCount(count)} chosen
    </Announcement>
    <Box aria-hidden component="span" sx={COUNT}>
      {formatCount(count)} chosen
    </Box>
    <Button
      size="small"
      variant={isChosen ? 'contained' : 'outlined'}
      aria-pressed={isChosen}
      startIcon={isChosen ? <Check aria-hidden size={16} /> : <Plus aria-hidden size={16} />}
      onClick={onToggle}
      sx={{ height: 32, minHeight: 32, mx: 1 }}
    >
      Choose
    </Button>
  </>
);

/** A phone has no room for it. */
const COUNT = {
  display: { xs: 'none', sm: 'inline' },
  ml: 2,
  color: 'text.secondary',
  whiteSpace: 'nowrap',
} as const;

/** Names and sizes of the pictures in the batches of this row, by key. */
function useImages(shown: Cell | undefined, view: SideBySide): ReadonlyMap<string, BatchImage> {
  const row = shown && view.rows[shown.row];
  const batchIds = [...new Set(row?.cells.map(({ batchId }) => batchId))];
  return useQueries({
    queries: batchIds.map((id) => imagesQuery(view, id)),
    combine: (results) =>
      new Map(
        results.flatMap(({ data = [] }, at) =>
          data.map((image) => [`${batchIds[at]}/${image.index}`, image] as const),
        ),
      ),
  });
}

/** As the viewer shows it, by its place in the list. */
export function toBatchPicture(
  view: SideBySide,
  cell: Cell,
  image: BatchImage | undefined,
  index: number,
): BatchPicture {
  const paths = makePicturePath(cell.url ?? '');
  return {
    index,
    fileName: image?.fileName ?? nameFile(view, cell),
    webUrl: paths.full,
    thumbnailUrl: paths.thumbnail,
    width: image?.width ?? 0,
    height: image?.height ?? 0,
    placeholder: cell.placeholder,
    checks: image?.checks,
  };
}

/** Until the server's name is known. */
const nameFile = ({ lanes }: SideBySide, { row, lane }: Cell): string => {
  const settings = lanes[lane]?.settings;
  const model = settings ? nameModel(settings.model) : '';
  const type: unknown = settings ? Reflect.get(settings, 'outputFormat') : undefined;
  return `${row + 1} ${model}.${type === 'jpeg' ? 'jpg' : 'png'}`;
};

function describeCell(job: Props['job'], { lanes, rows }: SideBySide, cell: Cell): PictureFacts {
  const settings = lanes[cell.lane]?.settings;
  return {
    source: { batchId: cell.batchId, index: cell.index, kind: 'result' },
    tool: 'image-generator',
    batchName: job.name,
    isStarred: cell.isStarred,
    prompt: rows[cell.row]?.prompt,
    settings: settings
      ? [
          ['Provider', nameProvider(settings.provider)],
          ['Model', nameModel(settings.model)],
        ]
      : [],
    batchCost: job.cost,
    batchEstimate: job.estimate,
    isBatchOver: isJobOver(job),
  };
}

import type { BatchImage } from '@portal/contracts/batch-calls';
import type { Pipeline } from '@portal/contracts/pipelines';
import { useQueries } from '@tanstack/react-query';
import { nameModel, nameProvider } from '../../../pictures/registered-tools/labels.ts';
import { ImageViewer } from '../../../pictures/viewer/image-viewer.tsx';
import type { BatchPicture } from '../../../pictures/viewer/batch-picture.ts';
import type { PictureFacts } from '../../../pictures/viewer/picture-facts.ts';
import { imagesQuery } from './images-query.ts';
import { makePicturePath } from './picture-path.ts';
import type { Cell, SideBySide } from './side-by-side.ts';

interface Props {
  job: Pick<Pipeline, 'name' | 'cost' | 'estimate'>;
  view: SideBySide;
  /** Row by row, so that left and right lead to the same prompt of another model first. */
  cells: readonly Cell[];
  /** Key of the cell. */
  current: string;
  isOpen: boolean;
  onMove: (cell: Cell) => void;
  onToggle: (cell: Cell) => void;
  onClose: () => void;
}

/** The one viewer with the pictures of a job. Space selects the picture. */
export function JobViewer({ job, view, cells, current, isOpen, onMove, onToggle, onClose }: Props) {
  const position = cells.findIndex(({ key }) => key === current);
  const shown = cells[position];
  const images = useImages(isOpen ? shown : undefined, view);
  return (
    <ImageViewer
      isOpen={isOpen && shown !== undefined}
      pictures={cells.map((cell, index) => toBatchPicture(view, cell, images.get(cell.key), index))}
      hasFailed={false}
      index={position}
      keys={{ ' ': () => shown && onToggle(shown) }}
      describe={({ index }) => {
        const cell = cells[index];
        return cell && describeCell(job, view, cell);
      }}
      onMove={(index) => {
        const moved = cells[index];
        if (moved) onMove(moved);
      }}
      onClose={onClose}
    />
  );
}

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
  };
}

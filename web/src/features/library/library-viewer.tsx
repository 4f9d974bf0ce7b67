import { titleBatch } from '@portal/contracts/batch-title';
import { isActive } from '@portal/contracts/batches';
import { findPrompt } from '@portal/contracts/image-generator';
import { downloadWithTexts } from '@portal/contracts/keyword-generator';
import { Trash2 } from 'lucide-react';
import { downloadImage, downloadWithName } from '../../client/downloads/download-archive.ts';
import { nameModel, nameProvider } from '../../pictures/registered-tools/labels.ts';
import { IconAction } from '../../ui/icon-action.tsx';
import type { BatchPicture } from '../../pictures/viewer/batch-picture.ts';
import { ImageViewer } from '../../pictures/viewer/image-viewer.tsx';
import type { PictureFacts } from '../../pictures/viewer/picture-facts.ts';
import type { ShownPicture } from './model/list-rows.ts';

interface Props {
  isOpen: boolean;
  pictures: readonly ShownPicture[];
  current: string;
  /** Keys of pictures to delete. */
  marked: ReadonlySet<string>;
  onMark: (key: string, isMarked: boolean) => void;
  onStar: (picture: ShownPicture, isStarred: boolean) => void;
  onMove: (key: string) => void;
  onClose: () => void;
}

/** The viewer with keys to pick (P), reject (X) or unmark (U) a picture. P and X go on to the next one. */
export function LibraryViewer(props: Props) {
  const { isOpen, pictures, current, marked, onMark, onStar, onMove, onClose } = props;
  const position = pictures.findIndex(({ key }) => key === current);
  const shown = pictures[position];
  const isMarked = marked.has(current);
  const next = () => {
    const following = pictures[position + 1];
    if (following) onMove(following.key);
  };
  const pick = () => {
    if (!shown) return;
    onStar(shown, true);
    onMark(current, false);
    next();
  };
  const reject = () => {
    onMark(current, true);
    next();
  };
  const unmark = () => {
    if (shown?.picture.isStarred === true) onStar(shown, false);
    onMark(current, false);
  };
  const markAction = (
    <IconAction
      label={isMarked ? 'Keep' : 'Mark for deletion'}
      aria-pressed={isMarked}
      onClick={() => onMark(current, !isMarked)}
    >
      <Trash2 size={18} color={isMarked ? 'var(--mui-palette-error-main)' : undefined} />
    </IconAction>
  );
  return (
    <ImageViewer
      isOpen={isOpen}
      pictures={pictures.map(toBatchPicture)}
      hasFailed={false}
      index={position}
      keys={{ p: pick, x: reject, u: unmark }}
      describe={({ index }) => describeShown(pictures[index])}
      actions={markAction}
      onDownload={(picture) => {
        const chosen = pictures[picture.index];
        void (chosen?.picture.title === undefined
          ? downloadImage(picture)
          : downloadPictureWithTexts(chosen));
      }}
      onMove={(index) => {
        const moved = pictures[index];
        if (moved) onMove(moved.key);
      }}
      onClose={onClose}
    />
  );
}

/** As the viewer shows it, by its place in the list. */
export function toBatchPicture({ picture }: ShownPicture, index: number): BatchPicture {
  const { fileName, url, thumbnailUrl, originalUrl, width = 0, height = 0, placeholder, checks } = picture;
  return {
    index,
    fileName,
    webUrl: url,
    thumbnailUrl,
    width,
    height,
    placeholder,
    checks,
    ...(originalUrl !== undefined && {
      original: { webUrl: originalUrl, thumbnailUrl: `${originalUrl}/thumbnail` },
    }),
  };
}

/** Named as in the ZIP and the CSV of its batch. */
const downloadPictureWithTexts = ({ batch, picture: { index, fileName } }: ShownPicture) =>
  downloadWithName(
    downloadWithTexts.path.replace('{id}', batch.id).replace('{index}', String(index)),
    fileName,
  );

function describeShown(shown: ShownPicture | undefined): PictureFacts | undefined {
  if (!shown) return undefined;
  const { batch, picture } = shown;
  const { provider, model } = batch;
  const settings: [string, string | null][] = [
    ['Provider', provider && nameProvider(provider)],
    ['Model', model && nameModel(model)],
  ];
  return {
    source: { batchId: batch.id, index: picture.index, kind: picture.kind },
    tool: batch.tool,
    batchName: titleBatch(batch).title,
    isStarred: picture.isStarred,
    prompt: findPrompt(batch, picture.index),
    settings: settings.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
    batchCost: batch.cost,
    batchEstimate: batch.estimate,
    isBatchOver: !isActive(batch.status),
  };
}

import { titleBatch } from '@portal/contracts/batch-title';
import { isActive } from '@portal/contracts/batches';
import { findPrompt } from '@portal/contracts/image-generator';
import { downloadWithTexts } from '@portal/contracts/keyword-generator';
import { downloadImage, downloadWithName } from '../../client/downloads/download-archive.ts';
import { nameModel, nameProvider } from '@portal/contracts/provider-labels';
import type { BatchPicture } from '../../pictures/viewer/batch-picture.ts';
import { ImageViewer } from '../../pictures/viewer/image-viewer.tsx';
import type { PictureFacts } from '../../pictures/viewer/picture-facts.ts';
import type { ShownPicture } from './model/list-rows.ts';

interface Props {
  isOpen: boolean;
  pictures: readonly ShownPicture[];
  current: string;
  onMove: (key: string) => void;
  onClose: () => void;
}

/** The viewer with the pictures of the Library. */
export function LibraryViewer({ isOpen, pictures, current, onMove, onClose }: Props) {
  return (
    <ImageViewer
      isOpen={isOpen}
      pictures={pictures.map(toBatchPicture)}
      hasFailed={false}
      index={pictures.findIndex(({ key }) => key === current)}
      describe={({ index }) => describeShown(pictures[index])}
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

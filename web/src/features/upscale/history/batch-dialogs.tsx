import type { UpscaleBatch } from '@portal/contracts/upscale';
import type { ReactNode } from 'react';
import { BatchImages } from '../../../pictures/gallery/batch-images.tsx';
import { DeleteDialog, RetryDialog } from '../../../pictures/batches/common-dialogs.tsx';
import { downloadSilently } from '../../../client/downloads/download-archive.ts';
import type { DialogProps } from '../../../pictures/batches/history.tsx';
import { upscaler } from '../batches/upscaler.ts';
import { nameItem } from './list-batch-slots.ts';
import { listPictures } from './list-pictures.ts';

export type DialogKind = 'image' | 'failures' | 'delete';

export function BatchDialogs({ dialog, isOpen, batch, onClose }: DialogProps<UpscaleBatch, DialogKind>) {
  const shared = { tool: upscaler, batch, isOpen, onClose };
  const dialogs: Record<DialogKind, () => ReactNode> = {
    image: () => (
      <BatchImages item={dialog.item} listPictures={listPictures} onDownload={downloadSilently} {...shared} />
    ),
    failures: () => <RetryDialog nameItem={(index) => nameItem(batch, index)} {...shared} />,
    delete: () => <DeleteDialog {...shared} />,
  };
  return dialogs[dialog.kind]();
}

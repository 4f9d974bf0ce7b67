import type { StylizerBatch } from '@portal/contracts/stylizer';
import type { ReactNode } from 'react';
import { DeleteDialog, RetryDialog } from '../../../pictures/batches/common-dialogs.tsx';
import type { DialogProps } from '../../../pictures/batches/history.tsx';
import { stylizer } from '../batches/stylizer.ts';
import { ViewDialog } from './view-dialog.tsx';

export type DialogKind = 'original' | 'styled' | 'failures' | 'delete';

export function BatchDialogs({
  dialog: { kind, item = 0 },
  isOpen,
  batch,
  onClose,
}: DialogProps<StylizerBatch, DialogKind>) {
  const shared = { batch, isOpen, onClose };
  const dialogs: Record<DialogKind, () => ReactNode> = {
    original: () => <ViewDialog side="original" item={item} {...shared} />,
    styled: () => <ViewDialog side="styled" item={item} {...shared} />,
    failures: () => (
      <RetryDialog
        tool={stylizer}
        nameItem={(index) => batch.images[index] ?? `Image ${index + 1}`}
        {...shared}
      />
    ),
    delete: () => <DeleteDialog tool={stylizer} {...shared} />,
  };
  return dialogs[kind]();
}

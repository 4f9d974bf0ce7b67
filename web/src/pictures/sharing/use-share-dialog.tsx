import { useState } from 'react';
import type { BatchTool, HistoryBatch } from '../batches/batch-tool.ts';
import { useLateCode } from '../../ui/use-late-code.ts';

interface Options<Batch extends HistoryBatch> {
  tool: BatchTool<Batch>;
  batch: Batch;
}

/** The dialog of a batch's link, and the action that opens it. */
export function useShareDialog<Batch extends HistoryBatch>({ tool, batch }: Options<Batch>) {
  const [opened, setOpened] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  const code = useLateCode('share-dialog', () => import('./share-dialog.tsx'), { isNeeded: opened > 0 });
  return {
    /** A batch without files has nothing to show, but its link can be revoked. */
    isAvailable: !batch.filesDeleted || batch.shareToken !== undefined,
    label: batch.shareToken === undefined ? 'Share' : 'Shared',
    open: () => {
      setOpened(opened + 1);
      setIsOpen(true);
    },
    dialog: code && opened > 0 && (
      <code.ShareDialog
        key={opened}
        tool={tool}
        batch={batch}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      />
    ),
  };
}

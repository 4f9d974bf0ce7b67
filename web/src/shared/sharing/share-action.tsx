import { Share2 } from 'lucide-react';
import { useState } from 'react';
import type { BatchTool, HistoryBatch } from '../batches/batch-tool.ts';
import { LabeledAction } from '../ui/labeled-action.tsx';
import { useLateCode } from '../ui/use-late-code.ts';

interface Props<Batch extends HistoryBatch> {
  tool: BatchTool<Batch>;
  batch: Batch;
}

/** Opens the dialog of a batch's link. A batch without files has nothing to show, but its link can be revoked. */
export function ShareAction<Batch extends HistoryBatch>({ tool, batch }: Props<Batch>) {
  const [opened, setOpened] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  const code = useLateCode('share-dialog', () => import('./share-dialog.tsx'), { isNeeded: opened > 0 });
  if (batch.filesDeleted && batch.shareToken === undefined) return undefined;
  return (
    <>
      <LabeledAction
        label={batch.shareToken === undefined ? 'Share' : 'Shared'}
        icon={<Share2 aria-hidden size={16} />}
        onClick={() => {
          setOpened(opened + 1);
          setIsOpen(true);
        }}
      />
      {code && opened > 0 && (
        <code.ShareDialog
          key={opened}
          tool={tool}
          batch={batch}
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

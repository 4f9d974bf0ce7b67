import { useNavigate } from 'react-router-dom';
import type { MouseEvent } from 'react';
import { useTools } from '../registered-tools/tools.ts';
import { afterDialogs } from '../../ui/dialog-history.ts';
import type { LinkedBatch } from './linked-batch.ts';
import { makeBatchPath } from '../batches/batch-path.ts';

const opensElsewhere = ({ metaKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  metaKey || ctrlKey || shiftKey;

/** The properties of a link to a batch in its tool's history. `prepare` runs first, and may stop it. */
export function useBatchLink(): (
  batch: Pick<LinkedBatch, 'batchId' | 'tool'>,
  prepare: () => boolean | Promise<boolean>,
) => { href: string; onClick: (event: MouseEvent) => void } {
  const tools = useTools();
  const navigate = useNavigate();
  return ({ batchId, tool }, prepare) => {
    const href = makeBatchPath(tools.find(({ name }) => name === tool)?.path, batchId);
    const follow = async () => {
      if (!(await prepare())) return;
      await afterDialogs();
      await navigate(href);
    };
    return {
      href,
      onClick: (event) => {
        if (opensElsewhere(event)) return;
        event.preventDefault();
        void follow();
      },
    };
  };
}

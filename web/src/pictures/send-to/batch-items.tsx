import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import { useToolTitles } from '../registered-tools/tools.ts';
import { ACTION_ITEM } from '../../ui/action-menu.tsx';
import { countOf } from '../../ui/count.ts';
import type { LinkedBatch } from './linked-batch.ts';
import { useBatchLink } from './use-batch-link.ts';

interface Props {
  batches: readonly LinkedBatch[];
  close: () => void;
}

/** Items of a menu that lead to batches. */
export function BatchItems({ batches, close }: Props) {
  const getTitle = useToolTitles();
  const link = useBatchLink();
  return batches.map((batch) => {
    const { batchId, tool, name, pictures, isGone } = batch;
    const note = isGone === true ? GONE : `${getTitle(tool)}, ${countOf(pictures, 'image')}`;
    const text = (
      <Box component="span" sx={{ display: 'grid', minWidth: 0 }}>
        <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {name}
        </Box>
        <Box component="span" sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
          {note}
        </Box>
      </Box>
    );
    if (isGone === true)
      return (
        <MenuItem key={batchId} disabled sx={ACTION_ITEM}>
          {text}
        </MenuItem>
      );
    const follow = () => {
      close();
      return true;
    };
    return (
      <MenuItem key={batchId} component="a" sx={ITEM} {...link(batch, follow)}>
        {text}
      </MenuItem>
    );
  });
}

const GONE = 'Deleted or expired';
const ITEM = { ...ACTION_ITEM, maxWidth: 360 } as const;

import { isActive } from '@portal/contracts/batches';
import { formatPrice } from '@portal/contracts/dollars';
import { HALF_PRICE_SHARE } from '@portal/contracts/half-price';
import MenuItem from '@mui/material/MenuItem';
import { Ellipsis, RotateCcw, Share2, SlidersHorizontal, type LucideIcon } from 'lucide-react';
import type { BatchTool, HistoryBatch } from '../batches/batch-tool.ts';
import { useRetryBatch } from '../batches/use-batch-changes.ts';
import type { SentPicture } from '../send-to/sent-pictures.ts';
import { SentToItems } from '../send-to/sent-to-items.tsx';
import { useSendItems } from '../send-to/use-send-items.tsx';
import { useShareDialog } from '../sharing/use-share-dialog.tsx';
import { ACTION_ITEM, ActionMenu } from '../../ui/action-menu.tsx';
import { IconAction } from '../../ui/icon-action.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';

interface Props<Batch extends HistoryBatch> {
  tool: BatchTool<Batch>;
  batch: Batch;
  /** Finished pictures, which can be sent to another tool while they are stored. */
  count: number;
  getPictures: () => readonly SentPicture[] | Promise<readonly SentPicture[]>;
  /** Shows the failures, which offer a retry. Undefined if the card has an action for that. */
  onShowFailures?: () => void;
  onShowSettings?: () => void;
}

type Item = readonly [label: string, icon: LucideIcon, act: () => void];

/** What can be done with a batch beyond the spec, whose actions have buttons. */
export function BatchMenu<Batch extends HistoryBatch>(props: Props<Batch>) {
  const { tool, batch, getPictures, onShowFailures, onShowSettings } = props;
  const count = batch.filesDeleted ? 0 : props.count;
  const retry = useRetryBatch(tool);
  const share = useShareDialog({ tool, batch });
  const { listItems, isSending } = useSendItems({ count, getPictures });
  const isBusy = isSending || retry.isPending;
  useKeptFocus(isBusy);
  const makeNow = () => retry.mutate({ id: batch.id, includeUncertain: false });
  const items: Item[] = [];
  if (canMakeNow(batch)) items.push([describeMakeNow(tool, batch), RotateCcw, makeNow]);
  else if (canRetry(batch) && onShowFailures) items.push(['Retry failed', RotateCcw, onShowFailures]);
  if (share.isAvailable) items.push([share.label, Share2, share.open]);
  if (onShowSettings) items.push(['View settings', SlidersHorizontal, onShowSettings]);
  if (items.length === 0 && count === 0) return undefined;
  return (
    <>
      <ActionMenu
        renderButton={(button) => (
          <IconAction label="More actions" loading={isBusy} {...button}>
            <Ellipsis size={17} />
          </IconAction>
        )}
      >
        {(close) => [
          ...items.map(([label, Icon, act]) => (
            <MenuItem
              key={label}
              sx={ACTION_ITEM}
              onClick={() => {
                close();
                act();
              }}
            >
              <Icon aria-hidden size={16} />
              {label}
            </MenuItem>
          )),
          ...(count > 0
            ? [...listItems(close), <SentToItems key="sent" batchId={batch.id} close={close} />]
            : []),
        ]}
      </ActionMenu>
      {share.dialog}
    </>
  );
}

const canRetry = ({ status, retryable }: HistoryBatch): boolean =>
  !isActive(status) && retryable.failed + retryable.uncertain > 0;

/** What a provider did not make within its time, at the full price. */
const canMakeNow = (batch: HistoryBatch): boolean =>
  batch.halfPrice !== undefined && canRetry(batch) && batch.retryable.uncertain === 0;

function describeMakeNow<Batch extends HistoryBatch>(tool: BatchTool<Batch>, batch: Batch): string {
  const { estimate, retryable } = batch;
  const price = estimate / tool.readProgress(batch).total / HALF_PRICE_SHARE;
  const cost = formatPrice(price * retryable.failed);
  return retryable.failed === 1 ? `Make it now for ${cost}` : `Make ${retryable.failed} now for ${cost}`;
}

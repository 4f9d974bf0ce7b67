import type { UpscaleBatch } from '@portal/contracts/upscale';
import { History } from '../../../pictures/batches/history.tsx';
import { EmptyState } from '../../../ui/notice-state.tsx';
import { upscaler } from '../batches/upscaler.ts';
import { BatchCard } from './batch-card.tsx';
import { BatchDialogs, type DialogKind } from './batch-dialogs.tsx';

export const UpscaleHistory = () => (
  <History<UpscaleBatch, DialogKind>
    tool={upscaler}
    empty={
      <EmptyState title="No batch history yet">
        Drop images or a folder, choose 2x or 4x and process them. Each batch appears here.
      </EmptyState>
    }
    renderCard={(props) => <BatchCard {...props} />}
    renderDialog={(props) => <BatchDialogs {...props} />}
  />
);

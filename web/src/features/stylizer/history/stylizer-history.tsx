import type { StylizerBatch } from '@portal/contracts/stylizer';
import { History } from '../../../pictures/batches/history.tsx';
import { EmptyState } from '../../../ui/notice-state.tsx';
import { stylizer } from '../batches/stylizer.ts';
import { BatchCard } from './batch-card.tsx';
import { BatchDialogs, type DialogKind } from './batch-dialogs.tsx';

export const StylizerHistory = () => (
  <History<StylizerBatch, DialogKind>
    tool={stylizer}
    empty={
      <EmptyState title="No batch history yet">
        Drop images, choose a style and transform them. Each batch appears here with before and after.
      </EmptyState>
    }
    renderCard={(props) => <BatchCard {...props} />}
    renderDialog={(props) => <BatchDialogs {...props} />}
  />
);

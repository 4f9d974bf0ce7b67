import type { StylizerBatch } from '@portal/contracts/stylizer';
import { ExampleResult } from '../../../pictures/batches/example-result.tsx';
import { History } from '../../../pictures/batches/history.tsx';
import { EmptyState } from '../../../ui/notice-state.tsx';
import { stylizer } from '../batches/stylizer.ts';
import { BatchCard } from './batch-card.tsx';
import { BatchDialogs, type DialogKind } from './batch-dialogs.tsx';

const EXAMPLE = (
  <ExampleResult
    pictures={[['renaissance-2'], ['pixel-2'], ['anime-2']]}
    caption="one picture in three styles."
  />
);

export const StylizerHistory = () => (
  <History<StylizerBatch, DialogKind>
    tool={stylizer}
    empty={
      <EmptyState title="No batch history yet" action={EXAMPLE}>
        Drop images, choose a style and transform them. Each batch appears here with before and after.
      </EmptyState>
    }
    renderCard={(props) => <BatchCard {...props} />}
    renderDialog={(props) => <BatchDialogs {...props} />}
  />
);

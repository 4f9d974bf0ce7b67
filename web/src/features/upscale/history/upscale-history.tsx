import type { UpscaleBatch } from '@portal/contracts/upscale';
import { ExampleResult } from '../../../pictures/batches/example-result.tsx';
import { History } from '../../../pictures/batches/history.tsx';
import { EmptyState } from '../../../ui/notice-state.tsx';
import { upscaler } from '../batches/upscaler.ts';
import { BatchCard } from './batch-card.tsx';
import { BatchDialogs, type DialogKind } from './batch-dialogs.tsx';

const EXAMPLE = (
  <ExampleResult
    pictures={[
      ['anime-4', 64],
      ['anime-4', 128],
    ]}
    caption="1024 × 1024 px became 2048 × 2048 px, large enough for Adobe Stock."
  />
);

export const UpscaleHistory = () => (
  <History<UpscaleBatch, DialogKind>
    tool={upscaler}
    empty={
      <EmptyState title="No batch history yet" action={EXAMPLE}>
        Drop images or a folder, choose 2x or 4x and process them. Each batch appears here.
      </EmptyState>
    }
    renderCard={(props) => <BatchCard {...props} />}
    renderDialog={(props) => <BatchDialogs {...props} />}
  />
);

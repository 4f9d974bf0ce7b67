import type { GenerationBatch } from '@portal/contracts/image-generator';
import { History as SharedHistory } from '../../../shared/batches/history.tsx';
import { EmptyState } from '../../../shared/ui/notice-state.tsx';
import { generator } from '../batches/generator.ts';
import { BatchCard } from './batch-card.tsx';
import { BatchDialogs, type DialogKind } from './batch-dialogs.tsx';

interface Props {
  onCopySettings: (batch: GenerationBatch) => void;
}

export const History = ({ onCopySettings }: Props) => (
  <SharedHistory<GenerationBatch, DialogKind>
    tool={generator}
    empty={
      <EmptyState title="No batch history yet">
        Write a prompt, choose how many, and generate: each batch appears here, image by image.
      </EmptyState>
    }
    renderCard={(props) => <BatchCard onCopySettings={onCopySettings} {...props} />}
    renderDialog={(props) => <BatchDialogs {...props} />}
  />
);

import type { GenerationBatch } from '@portal/contracts/image-generator';
import { History } from '../../../shared/batches/history.tsx';
import { EmptyState } from '../../../shared/ui/notice-state.tsx';
import { generator } from '../batches/generator.ts';
import { BatchCard } from './batch-card.tsx';
import { BatchDialogs, type DialogKind } from './batch-dialogs.tsx';

interface Props {
  onCopySettings: (batch: GenerationBatch) => void;
}

export const GeneratorHistory = ({ onCopySettings }: Props) => (
  <History<GenerationBatch, DialogKind>
    tool={generator}
    empty={
      <EmptyState title="No batch history yet">
        Write a prompt, choose a quantity and generate. Each batch appears here.
      </EmptyState>
    }
    renderCard={(props) => <BatchCard onCopySettings={onCopySettings} {...props} />}
    renderDialog={(props) => <BatchDialogs {...props} />}
  />
);

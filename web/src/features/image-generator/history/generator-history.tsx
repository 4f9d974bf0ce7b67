import type { GenerationBatch } from '@portal/contracts/image-generator';
import { ExampleResult } from '../../../pictures/batches/example-result.tsx';
import { History, type DialogProps } from '../../../pictures/batches/history.tsx';
import { useLateCode } from '../../../ui/use-late-code.ts';
import { EmptyState } from '../../../ui/notice-state.tsx';
import { generator } from '../batches/generator.ts';
import { BatchCard } from './batch-card.tsx';
import type { DialogKind } from './batch-dialogs.tsx';

const EXAMPLE = (
  <ExampleResult
    pictures={[['studioghibli-1'], ['studioghibli-2'], ['studioghibli-3'], ['studioghibli-4']]}
    caption="four prompts, all in one style."
  />
);

interface Props {
  onCopySettings: (batch: GenerationBatch, index?: number) => void;
}

export function GeneratorHistory({ onCopySettings }: Props) {
  useBatchDialogs(false);
  return (
    <History<GenerationBatch, DialogKind>
      tool={generator}
      empty={
        <EmptyState title="No batch history yet" action={EXAMPLE}>
          Write a prompt, choose a quantity and generate. Each batch appears here.
        </EmptyState>
      }
      renderCard={(props) => <BatchCard onCopySettings={onCopySettings} {...props} />}
      renderDialog={(props) => <Dialogs onCopySettings={onCopySettings} {...props} />}
    />
  );
}

const useBatchDialogs = (isNeeded: boolean) =>
  useLateCode('generator-dialogs', () => import('./batch-dialogs.tsx'), { isNeeded });

function Dialogs(props: DialogProps<GenerationBatch, DialogKind> & Props) {
  const code = useBatchDialogs(true);
  return code && <code.BatchDialogs {...props} />;
}

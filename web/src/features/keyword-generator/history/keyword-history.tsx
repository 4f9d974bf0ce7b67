import type { KeywordBatch } from '@portal/contracts/keyword-generator';
import { ExampleResult } from '../../../pictures/batches/example-result.tsx';
import { History } from '../../../pictures/batches/history.tsx';
import { EmptyState } from '../../../ui/notice-state.tsx';
import { keywords } from '../batches/keywords.ts';
import { BatchCard } from './batch-card.tsx';
import { BatchDialogs, useAgencyDialog, type DialogKind } from './batch-dialogs.tsx';
import { useFollowedBatches } from './use-followed-batches.ts';

const EXAMPLE = (
  <ExampleResult
    pictures={[['studioghibli-4']]}
    caption="“Mountain range at sunrise”, with a description and the keywords mountain, sunrise, valley, forest, haze and 45 more."
  />
);

export function KeywordHistory() {
  const { lost, checkAgain } = useFollowedBatches();
  // Loads ahead, so that it opens at once.
  useAgencyDialog();
  return (
    <History<KeywordBatch, DialogKind>
      tool={keywords}
      empty={
        <EmptyState title="No batch history yet" action={EXAMPLE}>
          Drop images and generate. Each batch appears here with a title, description and keywords per image.
        </EmptyState>
      }
      renderCard={(props) => (
        <BatchCard isLost={lost.has(props.batch.id)} onCheckAgain={checkAgain} {...props} />
      )}
      renderDialog={(props) => <BatchDialogs {...props} />}
    />
  );
}

import type { GenerationBatch } from '@portal/contracts/image-generator';
import { labelPrompt } from '@portal/contracts/label-prompt';
import { memo } from 'react';
import { BatchCardFrame, CardFooter, measureContent } from '../../../pictures/batches/batch-card-frame.tsx';
import { BatchFactsLine, FactsRow } from '../../../pictures/batches/batch-facts-line.tsx';
import { BatchStatus } from '../../../pictures/batches/batch-status.tsx';
import type { CardProps } from '../../../pictures/batches/history.tsx';
import { ImageStrip } from '../../../pictures/batches/image-strip.tsx';
import { listSlots, parseRatio } from '../../../pictures/batches/list-slots.ts';
import { LineageFacts } from '../../../pictures/send-to/lineage-facts.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { generator, useRename } from '../batches/generator.ts';
import { MODEL_LABELS, PROVIDER_NAMES } from '@portal/contracts/provider-labels';
import { BatchActions } from './batch-actions.tsx';
import type { DialogKind } from './batch-dialogs.tsx';
import { PromptLine } from './prompt-line.tsx';

interface Props extends CardProps<GenerationBatch, DialogKind> {
  onCopySettings: (batch: GenerationBatch) => void;
}

/** Memoized: a poll returns up to 200 batches, and most have not changed. */
export const BatchCard = memo(function BatchCard({ isEager, ...props }: Props) {
  const { batch, onOpenDialog } = props;
  const { id, customName, prompt } = batch;
  const rename = useRename();
  const label = labelPrompt(prompt);
  // As the name of a job that has no other.
  const isInName = customName.startsWith(label);
  const line = (
    <PromptLine
      batch={batch}
      label={isInName ? '' : label}
      onOpen={(kind) => onOpenDialog({ kind, batchId: id })}
    />
  );
  return (
    <BatchCardFrame
      batchId={id}
      name={customName}
      {...(isInName ? { afterName: line } : { label: line })}
      onRename={(name) => rename(id, name)}
      isEager={isEager}
    >
      <CardBody {...props} />
    </BatchCardFrame>
  );
});

function CardBody({ batch, width, onOpenDialog, onCopySettings }: Omit<Props, 'isEager'>) {
  const { id } = batch;
  const progress = generator.readProgress(batch);
  return (
    <>
      <BatchStatus
        batch={batch}
        progress={progress}
        facts={
          <FactsRow>
            <span>{PROVIDER_NAMES[batch.provider]}</span>
            <span>{MODEL_LABELS[batch.model]}</span>
            {batch.size && <span>{batch.size}</span>}
            <RelativeTime value={batch.createdAt} />
            <LineageFacts batch={batch} />
          </FactsRow>
        }
      />
      {!batch.filesDeleted && (
        <ImageStrip
          slots={listSlots(batch, batch.generatedImages, progress.total)}
          ratio={parseRatio(batch.aspectRatio)}
          width={measureContent(width)}
          makeThumbnailPath={(url) => `${url}/thumbnail`}
          onOpen={(item) => onOpenDialog({ kind: 'images', batchId: id, item })}
        />
      )}
      <CardFooter
        facts={
          <BatchFactsLine
            batch={batch}
            onShowFailures={() => onOpenDialog({ kind: 'failures', batchId: id })}
          />
        }
      >
        <BatchActions batch={batch} onOpenDialog={onOpenDialog} onCopySettings={onCopySettings} />
      </CardFooter>
    </>
  );
}

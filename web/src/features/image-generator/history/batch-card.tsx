import type { GenerationBatch } from '@portal/contracts/image-generator';
import { keyframes } from '@emotion/react';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Card from '@mui/material/Card';
import { memo } from 'react';
import { BatchFactsLine, FactsRow } from '../../../shared/batches/batch-facts-line.tsx';
import { BatchStatus } from '../../../shared/batches/batch-status.tsx';
import { ImageStrip } from '../../../shared/batches/image-strip.tsx';
import { listSlots, parseRatio } from '../../../shared/batches/list-slots.ts';
import { EditableName } from '../../../shared/ui/editable-name.tsx';
import { RelativeTime } from '../../../shared/ui/relative-time.tsx';
import { useNearViewport } from '../../../shared/ui/use-near-viewport.ts';
import { useBatchChanges } from '../batches-query.ts';
import { BatchActions } from './batch-actions.tsx';
import type { OpenDialog } from './batch-dialogs.tsx';
import { labelPrompt } from './label-batch.ts';
import { MODEL_LABELS, PROVIDER_NAMES } from '../words.ts';

const PADDING_PX = 16;
const BORDERS_PX = 2;
const enter = keyframes({ from: { opacity: 0, transform: 'translateY(-6px)' } });

interface Props {
  batch: GenerationBatch;
  /** Of the card, in pixels. */
  width: number;
  /** Drawn in full although it may be far down the page. */
  isEager: boolean;
  onOpenDialog: (dialog: OpenDialog) => void;
  onCopySettings: (batch: GenerationBatch) => void;
}

/**
 * Drawn anew only when its own batch has changed (a poll brings up to 200), and far down the page by its name alone until
 * it comes near.
 */
export const BatchCard = memo(function BatchCard({ isEager, ...props }: Props) {
  const { id, customName } = props.batch;
  const { rename } = useBatchChanges();
  const [isNear, ref] = useNearViewport();
  const nameId = `batch-${id}-name`;
  return (
    <Card ref={ref} component="article" id={`batch-${id}`} tabIndex={-1} aria-labelledby={nameId} sx={CARD}>
      <EditableName id={nameId} name={customName} onSave={(name) => rename(id, name)} />
      {isEager || isNear ? <CardBody {...props} /> : <Box sx={{ height: 240 }} />}
    </Card>
  );
});

const CARD = {
  p: `${PADDING_PX}px`,
  containerType: 'inline-size',
  scrollMarginTop: 72,
  animation: `${enter} 180ms ease-out`,
} as const;

function CardBody({ batch, width, onOpenDialog, onCopySettings }: Omit<Props, 'isEager'>) {
  const { id, requestedCount: total, completedCount: done } = batch;
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <FactsRow>
        <span>{PROVIDER_NAMES[batch.provider]}</span>
        <span>{MODEL_LABELS[batch.model]}</span>
        <PromptLabel batch={batch} onOpenDialog={onOpenDialog} />
        <RelativeTime value={batch.createdAt} />
      </FactsRow>
      <BatchStatus batch={batch} progress={{ done, total }} />
      {!batch.filesDeleted && (
        <ImageStrip
          slots={listSlots(batch, batch.generatedImages, total)}
          ratio={parseRatio(batch.aspectRatio)}
          width={width - 2 * PADDING_PX - BORDERS_PX}
          makeThumbnailPath={(address) => `${address}/thumbnail`}
          onOpen={(item) => onOpenDialog({ kind: 'images', batchId: id, item })}
        />
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 4, rowGap: 2 }}>
        <Box sx={{ flexGrow: 1 }}>
          <BatchFactsLine
            batch={batch}
            onShowFailures={() => onOpenDialog({ kind: 'failures', batchId: id })}
          />
        </Box>
        <BatchActions batch={batch} onOpenDialog={onOpenDialog} onCopySettings={onCopySettings} />
      </Box>
    </Box>
  );
}

const PromptLabel = ({ batch, onOpenDialog }: Pick<Props, 'batch' | 'onOpenDialog'>) => (
  <ButtonBase
    aria-haspopup="dialog"
    title={batch.prompt}
    onClick={() => onOpenDialog({ kind: 'prompt', batchId: batch.id })}
    sx={{ borderRadius: '4px', '&:hover': { color: 'text.primary' } }}
  >
    “{labelPrompt(batch.prompt)}”
  </ButtonBase>
);

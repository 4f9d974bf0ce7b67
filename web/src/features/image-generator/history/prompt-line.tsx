import type { GenerationBatch } from '@portal/contracts/image-generator';
import Link from '@mui/material/Link';
import type { DialogKind } from './batch-dialogs.tsx';
import styles from './prompt-line.module.css';

interface Props {
  batch: GenerationBatch;
  /** Empty if the name has it. */
  label: string;
  onOpen: (kind: DialogKind) => void;
}

/** The label of the prompt, with all of it as a tooltip and in a dialog. */
export const PromptLine = ({ batch, label, onOpen }: Props) => (
  <div className={styles.line}>
    {label !== '' && (
      <strong className={styles.label} title={batch.prompt}>
        {label}
      </strong>
    )}
    <ViewLink label="View prompt" onClick={() => onOpen('prompt')} />
    {hasNegativePrompt(batch) && (
      <ViewLink label="View negative prompt" onClick={() => onOpen('negative-prompt')} />
    )}
  </div>
);

const ViewLink = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Link
    component="button"
    aria-haspopup="dialog"
    color="textSecondary"
    className={styles.view}
    onClick={onClick}
  >
    {label}
  </Link>
);

const hasNegativePrompt = ({ provider, negativePrompt }: GenerationBatch): boolean =>
  provider === 'stability' && negativePrompt !== undefined && negativePrompt !== '';

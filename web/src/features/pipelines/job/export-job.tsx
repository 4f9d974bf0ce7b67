import type { Pipeline } from '@portal/contracts/pipelines';
import { PackageCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { ExportDialog } from '../../../tools/exports/export-dialog.tsx';
import type { SentPicture } from '../../../pictures/send-to/sent-pictures.ts';
import { toastFailure } from '../../../client/toast/toast-store.ts';
import { LoadingButton } from '../../../ui/loading-button.tsx';
import { nameAgency } from '../../../tools/pipelines/describe-recipe.ts';
import { findLastStage, listLastPictures } from './last-pictures.ts';

interface Props {
  job: Pipeline;
  /** The page's one primary button. */
  isPrimary: boolean;
}

/** Opens the export with the pictures of the last stage, for the job's agency. */
export function ExportJob({ job, isPrimary }: Props) {
  const [pictures, setPictures] = useState<readonly SentPicture[]>([]);
  const [isOpen, setIsOpen] = useState(false);
  const [isLoading, setIsLoading] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const agency = nameAgency(job.agency);
  if (!findLastStage(job)) return undefined;
  const open = async () => {
    setIsLoading(true);
    try {
      setPictures(await listLastPictures(job));
      setIsOpen(true);
    } catch {
      toastFailure();
    } finally {
      setIsLoading(false);
    }
  };
  return (
    <>
      <LoadingButton
        ref={button}
        variant={isPrimary ? 'contained' : 'outlined'}
        size="small"
        aria-haspopup="dialog"
        loading={isLoading}
        loadingPosition="start"
        startIcon={<PackageCheck aria-hidden size={16} />}
        onClick={() => void open()}
      >
        {agency === undefined ? 'Export for agency…' : `Export for ${agency}`}
      </LoadingButton>
      {pictures.length > 0 && (
        <ExportDialog
          isOpen={isOpen}
          pictures={pictures}
          agency={job.agency}
          onClose={() => {
            setIsOpen(false);
            // The dialog cannot: the button was disabled when it opened.
            requestAnimationFrame(() => button.current?.focus());
          }}
        />
      )}
    </>
  );
}

import type { Pipeline } from '@portal/contracts/pipelines';
import { PackageCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { ExportDialog } from '../../../tools/exports/export-dialog.tsx';
import type { SentPicture } from '../../../pictures/send-to/sent-pictures.ts';
import { toast, toastFailure } from '../../../client/toast/toast-store.ts';
import { nameAgency } from '../../../tools/pipelines/describe-recipe.ts';
import type { JobAction } from './job-actions.tsx';
import { listLastPictures } from './last-pictures.ts';

/** Exports the pictures of the last stage, for the job's agency. */
export function useExportJob(job: Pipeline) {
  const [pictures, setPictures] = useState<readonly SentPicture[]>([]);
  const [isOpen, setIsOpen] = useState(false);
  const [isLoading, setIsLoading] = useState(false);
  const opener = useRef<HTMLElement>(null);
  const agency = nameAgency(job.agency);
  const open = async () => {
    setIsLoading(true);
    try {
      const last = await listLastPictures(job);
      if (last.length === 0) {
        toast('No pictures are left to export', { description: 'They were deleted or have expired.' });
        return;
      }
      setPictures(last);
      setIsOpen(true);
    } catch {
      toastFailure();
    } finally {
      setIsLoading(false);
    }
  };
  const action: JobAction = {
    label: agency === undefined ? 'Export for agency…' : `Export for ${agency}`,
    icon: PackageCheck,
    isLoading,
    opensDialog: true,
    onClick: ({ currentTarget }) => {
      opener.current = currentTarget;
      void open();
    },
  };
  const dialog = pictures.length > 0 && (
    <ExportDialog
      isOpen={isOpen}
      pictures={pictures}
      agency={job.agency}
      onClose={() => {
        setIsOpen(false);
        // The dialog cannot: the button was disabled when it opened.
        requestAnimationFrame(() => opener.current?.focus());
      }}
    />
  );
  return { action, dialog };
}

import { buildExport, checkExport } from '@portal/contracts/exports';
import { editKeywordResult, type FileNaming } from '@portal/contracts/keyword-generator';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure, describeFailure } from '../../client/api/api-failure.ts';
import { call } from '../../client/api/client.ts';
import { saveWhenReady } from '../../client/downloads/download-archive.ts';
import type { SentPicture } from '../../pictures/send-to/sent-pictures.ts';
import { toast, toastFailure } from '../../client/toast/toast-store.ts';
import { countOf, formatCount } from '../../ui/count.ts';
import type { OfferedRemedy } from './group-problems.ts';

interface Wanted {
  isOpen: boolean;
  agency: string;
  pictures: readonly SentPicture[];
  naming: FileNaming | undefined;
  /** Of the pictures: those that are left out. */
  alike: readonly SentPicture['from'][];
}

const MAX_CONCURRENT = 4;

/** A ZIP with fewer pictures than it should have. */
export interface Shortfall {
  written: number;
  promised: number;
}

/** Checks the pictures each time the dialog opens, builds the ZIP, and saves fixed texts. */
export function useExport({ isOpen, agency, pictures, naming, alike }: Wanted) {
  const body = {
    agency,
    pictures: pictures.map(({ from }) => from),
    ...(naming && { naming }),
    ...(alike.length > 0 && { alike: [...alike] }),
  };
  const check = useQuery({
    queryKey: [checkExport.path, body],
    queryFn: () => call(checkExport, { body }),
    enabled: isOpen && pictures.length > 0,
    // Another agency has the same pictures, also without those that look alike.
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const [progress, setProgress] = useState<string>();
  const [shortfall, setShortfall] = useState<Shortfall>();
  const [isFixing, setIsFixing] = useState(false);

  const download = async () => {
    setProgress('Preparing…');
    setShortfall(undefined);
    try {
      const archive = await saveWhenReady(
        () => call(buildExport, { body }),
        ({ done, total }) => setProgress(`Preparing ${done}/${total}`),
      );
      if (archive && archive.written < archive.promised) {
        setShortfall(archive);
        toast(describeShortfall(archive), { description: REPORT_SAYS_WHY, isDestructive: true });
      }
    } catch (error) {
      const description =
        error instanceof ApiFailure ? describeFailure(error) : 'The ZIP could not be made. Please try again.';
      toast('Download Failed', { description, isDestructive: true });
    } finally {
      setProgress(undefined);
    }
  };

  const fix = async ({ fixes }: Extract<OfferedRemedy, { kind: 'fix-texts' }>) => {
    const queue = [...fixes];
    const work = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const params = { id: next.batchId, index: String(next.index) };
        await call(editKeywordResult, { params, body: next.texts });
      }
    };
    setIsFixing(true);
    try {
      await Promise.all(Array.from({ length: MAX_CONCURRENT }, work));
      toast(`Texts of ${countOf(fixes.length, 'picture')} fixed`);
    } catch {
      queue.length = 0;
      toastFailure();
    } finally {
      await check.refetch();
      setIsFixing(false);
    }
  };
  return { check, download, progress, shortfall, fix, isFixing };
}

export const describeShortfall = ({ written, promised }: Shortfall): string =>
  `The ZIP has ${formatCount(written)} of ${countOf(promised, 'picture')}`;
export const REPORT_SAYS_WHY = 'Its report.txt says why the others were left out.';

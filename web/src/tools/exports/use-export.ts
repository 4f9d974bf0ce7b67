import { buildExport, checkExport, type ExportArchive } from '@portal/contracts/exports';
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

/** A link that is opened while the browser asks for the one before would cancel it. */
const PAUSE_MS = 2000;

type ReadyZip = Extract<ExportArchive, { status: 'ready' }>;

export interface WantedZips {
  id: string;
  name: string;
  zips: number;
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
  /** ZIPs of the last download that failed or have fewer pictures than promised. */
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isFixing, setIsFixing] = useState(false);

  const download = async (agencies: readonly WantedZips[]) => {
    const zips = agencies.flatMap(listZips);
    setProblems([]);
    for (const [place, { label, request }] of zips.entries()) {
      if (place > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      const prefix = zips.length > 1 ? `ZIP ${place + 1} of ${zips.length}: ` : '';
      setProgress(`${prefix}Preparing…`);
      const problem = await saveZip(
        () => call(buildExport, { body: { ...body, ...request } }),
        ({ done, total }) => setProgress(`${prefix}Preparing ${done}/${total}`),
      );
      if (!problem) continue;
      toast(problem.title, { description: `${label}: ${problem.description}`, isDestructive: true });
      setProblems((known) => [...known, `${label}: ${problem.description}`]);
    }
    setProgress(undefined);
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
  return { check, download, progress, problems, forgetProblems: () => setProblems([]), fix, isFixing };
}

const listZips = ({ id: agency, name, zips }: WantedZips) =>
  Array.from({ length: zips }, (_, index) =>
    zips === 1
      ? { label: name, request: { agency } }
      : { label: `${name}, part ${index + 1} of ${zips}`, request: { agency, part: index + 1 } },
  );

interface ZipProblem {
  title: string;
  description: string;
}

async function saveZip(
  ...[ask, onPreparing]: Parameters<typeof saveWhenReady<ReadyZip>>
): Promise<ZipProblem | undefined> {
  try {
    const zip = await saveWhenReady(ask, onPreparing);
    if (!zip || zip.written === zip.promised) return undefined;
    const count = `${formatCount(zip.written)} of ${countOf(zip.promised, 'picture')}`;
    return {
      title: 'Pictures are missing in the ZIP',
      description: `The ZIP has ${count}. Its report.txt says why the others were left out.`,
    };
  } catch (error) {
    const description =
      error instanceof ApiFailure ? describeFailure(error) : 'The ZIP could not be made. Please try again.';
    return { title: 'Download Failed', description };
  }
}

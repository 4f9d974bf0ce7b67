import type { ExportRequest } from '@portal/contracts/exports';
import type { Timestamp } from 'firebase-admin/firestore';
import { digestOf, type ArchiveContents } from '../../batches/archive/list-contents.ts';
import { countPictures } from '../../batches/archive/list-selection.ts';
import type { LateEntry } from '../../batches/tool.ts';
import type { Deps } from '../../batches/deps.ts';
import { AppError } from '../../platform/app-error.ts';
import { ExportRefused } from './convert-picture.ts';
import {
  isReady,
  judgePictures,
  makeExportCsv,
  readExportFile,
  type JudgedPicture,
  type JudgedPictures,
} from './judge-pictures.ts';
import { splitParts } from './split-parts.ts';
import { writeReport, type Part } from './write-report.ts';

interface ExportContents extends ArchiveContents {
  expiresAt: Timestamp;
  /** Pictures that should be in it. */
  count: number;
}

/** An agency's ZIP, or a part of it: the pictures that it takes, its CSV, and a report. Pictures are converted one after the other. */
export async function listExport(deps: Deps, owner: string, request: ExportRequest): Promise<ExportContents> {
  const judged = await judgePictures(deps, owner, request);
  const { agency, expiresAt } = judged;
  const { part: number = 1 } = request;
  const parts = splitParts(judged.pictures, isReady);
  const pictures = parts[number - 1];
  if (!pictures) throw new AppError('bad-request', 'These pictures have changed. Check them again.');
  const part = parts.length > 1 ? { number, of: parts.length } : undefined;
  const ready = pictures.filter(isReady);
  const suffix = part ? `_part_${number}_of_${part.of}.zip` : '.zip';
  const fileName = `${agency.id}_${countPictures(ready.length)}${suffix}`;
  const refused = new Map<JudgedPicture, string>();
  return {
    fileName,
    entries: listEntries({ agency, pictures, part }, ready, refused),
    digest: digestOf([fileName, JSON.stringify(agency), ...pictures.map(describePicture)]),
    expiresAt,
    count: ready.length,
    findOutcome() {
      const [written, promised] = [ready.length - refused.size, ready.length];
      const name =
        written === promised ? fileName : `${agency.id}_${written}_of_${countPictures(promised)}${suffix}`;
      return { fileName: name, written, promised };
    },
  };
}

const describePicture = ({ fileName, file: { bytes }, texts, reasons, ownership }: JudgedPicture): string =>
  JSON.stringify([fileName, bytes, texts, reasons, ownership]);

interface Contained extends Pick<JudgedPictures, 'agency' | 'pictures'> {
  part: Part | undefined;
}

/** CSV and report are last: a file may turn out to be too large or too small. Such files are added to `refused`. */
function listEntries(
  { agency, pictures, part }: Contained,
  ready: readonly JudgedPicture[],
  refused: Map<JudgedPicture, string>,
): LateEntry[] {
  const files = ready.map((picture): LateEntry => {
    return {
      name: picture.fileName,
      date: picture.file.date,
      async read(signal) {
        try {
          return await readExportFile(picture, agency, signal);
        } catch (error) {
          if (!(error instanceof ExportRefused)) throw error;
          refused.set(picture, error.message);
          return undefined;
        }
      },
    };
  });
  const date = ready
    .map(({ file }) => file.date)
    .reduce((one, other) => (one > other ? one : other), new Date(0));
  const late = (name: string, read: () => string | undefined): LateEntry => ({
    name,
    date,
    async read() {
      const text = read();
      return text === undefined ? undefined : Buffer.from(text);
    },
  });
  const listWritten = () => ready.filter((picture) => !refused.has(picture));
  const csv = makeExportCsv(ready, agency);
  return [
    ...files,
    ...(csv ? [late(csv.name, () => makeExportCsv(listWritten(), agency)?.text)] : []),
    late('report.txt', () => writeReport(agency, pictures, refused, part)),
  ];
}

import { MEGAPIXEL } from '@portal/contracts/agencies/agency';
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
import { writeReport } from './write-report.ts';

/** What one processor converts within the time of a task, several times slower than ours. */
const MAX_EXPORT_MEGAPIXELS = 10_000;

interface ExportContents extends ArchiveContents {
  expiresAt: Timestamp;
  /** Pictures that should be in it. */
  count: number;
}

/** An agency's ZIP: the pictures that it takes, its CSV, and a report. Pictures are converted one after the other. */
export async function listExport(deps: Deps, owner: string, request: ExportRequest): Promise<ExportContents> {
  const judged = await judgePictures(deps, owner, request);
  const { agency, pictures, expiresAt } = judged;
  const ready = pictures.filter(isReady);
  assertSize(ready);
  const fileName = `${agency.id}_${countPictures(ready.length)}.zip`;
  const refused = new Map<JudgedPicture, string>();
  return {
    fileName,
    entries: listEntries(judged, ready, refused),
    digest: digestOf([fileName, JSON.stringify(agency), ...pictures.map(describePicture)]),
    expiresAt,
    count: ready.length,
    findOutcome() {
      const [written, promised] = [ready.length - refused.size, ready.length];
      const name =
        written === promised ? fileName : `${agency.id}_${written}_of_${countPictures(promised)}.zip`;
      return { fileName: name, written, promised };
    },
  };
}

function assertSize(pictures: readonly JudgedPicture[]): void {
  const pixels = pictures.reduce((sum, { width, height }) => sum + width * height, 0);
  const megapixels = Math.ceil(pixels / MEGAPIXEL);
  if (megapixels <= MAX_EXPORT_MEGAPIXELS) return;
  const [found, limit] = [megapixels, MAX_EXPORT_MEGAPIXELS].map((number) => number.toLocaleString('en-US'));
  throw new AppError(
    'bad-request',
    `Select fewer pictures: together they have ${found} megapixels, and the limit is ${limit}.`,
  );
}

const describePicture = ({ fileName, file: { bytes }, texts, reasons }: JudgedPicture): string =>
  JSON.stringify([fileName, bytes, texts, reasons]);

/** CSV and report are last: a file may turn out to be too large or too small. Such files are added to `refused`. */
function listEntries(
  { agency, pictures }: JudgedPictures,
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
    late('report.txt', () => writeReport(agency, pictures, refused)),
  ];
}

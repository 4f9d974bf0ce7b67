/** What an agency says about pictures, and the files that it takes: for its ZIP, and for what is sent straight to it. */
import { findPictureProblems, type ExportProblem } from '@portal/contracts/agencies/find-picture-problems';
import { findDefaultNaming } from '@portal/contracts/agencies/agencies';
import type { Agency } from '@portal/contracts/agencies/agency';
import { writeAgencyCsv } from '@portal/contracts/agencies/agency-csv';
import { nameExportFile } from '@portal/contracts/agencies/name-export-file';
import type { ExportRequest } from '@portal/contracts/exports';
import type { FileSettings } from '@portal/contracts/studio-settings';
import type { Timestamp } from 'firebase-admin/firestore';
import type { Deps } from '../../batches/deps.ts';
import { AppError } from '../../platform/app-error.ts';
import { makeWeightedSemaphore } from '../../platform/weighted-semaphore.ts';
import { listAgencies } from '../../platform/settings/agency-settings.ts';
import { fileSettings } from '../../platform/settings/file-settings.ts';
import { convertPicture } from './convert-picture.ts';
import { findAiRequests, type AiRequest } from './find-ai-requests.ts';
import { judgeFileSizes, type FindSizeProblem } from './judge-file-sizes.ts';
import { keyOf } from './find-texts.ts';
import { listPictures, type ListedPicture } from './list-pictures.ts';
import { readEntry } from './read-entry.ts';

/** Of an instance, which may build several ZIPs: each holds a file, its pixels and the JPEG. */
const oneAtATime = makeWeightedSemaphore(1);

/** A picture with what the agency would say. */
export interface JudgedPicture extends ListedPicture {
  fileName: string;
  reasons: readonly ExportProblem[];
  warnings: readonly ExportProblem[];
  /** Found if the agency wants to know it. */
  aiRequest: AiRequest | undefined;
  /** The studio's, for the file. */
  ownership: FileSettings;
}

export interface JudgedPictures {
  agency: Agency;
  agencies: readonly Agency[];
  pictures: readonly JudgedPicture[];
  findSizeProblem: FindSizeProblem;
  /** When the first picture expires. */
  expiresAt: Timestamp;
  /** When the last one does. */
  lastExpiresAt: Timestamp;
}

/** Reads no files, except of pictures whose size or mark nothing has recorded, and of JPEGs that may be too small. */
export async function judgePictures(
  deps: Deps,
  owner: string,
  { agency: id, pictures: chosen, naming, alike = [] }: ExportRequest,
): Promise<JudgedPictures> {
  const agencies = await listAgencies(deps.firestore);
  const agency = agencies.find((each) => each.id === id);
  if (!agency) throw new AppError('bad-request', 'There is no such agency.');
  const listed = await listPictures(deps, owner, chosen, naming ?? findDefaultNaming(agency));
  const aiRequests = await findAiRequests(
    deps,
    owner,
    agency,
    listed.pictures.filter(({ isMadeByAi }) => isMadeByAi).map(({ picture }) => picture),
  );
  const { settings: ownership = {} } = await fileSettings.read(deps.firestore);
  const findSizeProblem = await judgeFileSizes(listed.pictures, agencies, ownership);
  const leftOut = new Set(alike.map(keyOf));
  const taken = new Set<string>();
  const titles = new Map<string, string>();
  const pictures = listed.pictures.map((picture): JudgedPicture => {
    const fileName = nameExportFile(picture.file.name, agency.maxFileNameLength, taken);
    const { reasons, warnings } = findPictureProblems(picture, agency);
    const size = findSizeProblem(picture, agency);
    const namesake = findNamesake(picture, fileName, titles);
    return {
      ...picture,
      fileName,
      reasons: [
        ...(leftOut.has(keyOf(picture.picture)) ? [LOOKS_ALIKE] : []),
        ...reasons,
        ...(size?.isCertain === true ? [size.problem] : []),
      ],
      warnings: [
        ...warnings,
        ...(size?.isCertain === false ? [size.problem] : []),
        ...(namesake ? [namesake] : []),
      ],
      aiRequest: aiRequests.get(keyOf(picture.picture)),
      ownership,
    };
  });
  const { expiresAt, lastExpiresAt } = listed;
  return { agency, agencies, pictures, findSizeProblem, expiresAt, lastExpiresAt };
}

const LOOKS_ALIKE: ExportProblem = {
  kind: 'alike',
  message: 'Left out by you: similar to another picture.',
};

function findNamesake(
  { texts }: ListedPicture,
  fileName: string,
  titles: Map<string, string>,
): ExportProblem | undefined {
  const title = texts?.seo_image_title.trim().toLowerCase();
  if (title === undefined) return undefined;
  const namesake = titles.get(title);
  if (namesake === undefined) titles.set(title, fileName);
  return namesake === undefined
    ? undefined
    : { kind: 'title-repeated', message: `Same title as ${namesake}.` };
}

export const isReady = ({ reasons }: Pick<JudgedPicture, 'reasons'>): boolean => reasons.length === 0;

/** Throws `ExportRefused` if the agency would not take the file, such as one that is too large. */
export const readExportFile = (
  { file, texts, ownership }: Pick<JudgedPicture, 'file' | 'texts' | 'ownership'>,
  agency: Agency,
  signal: AbortSignal,
): Promise<Buffer> =>
  oneAtATime(1, async () => convertPicture(await readEntry(file, signal), texts, agency, signal, ownership), {
    signal,
  });

/** Names the files exactly as they are. */
export function makeExportCsv(
  pictures: readonly JudgedPicture[],
  agency: Agency,
): { name: string; text: string } | undefined {
  const rows = pictures.flatMap(({ texts, fileName, isMadeByAi, aiRequest }) =>
    texts ? [{ ...texts, fileName, isMadeByAi, ...aiRequest }] : [],
  );
  const text = rows.length > 0 ? writeAgencyCsv(rows, agency) : undefined;
  return text === undefined ? undefined : { name: agency.csv?.suffix.replace(/^_/, '') ?? '', text };
}

/** Whether files are too small for an agency, as far as that is known before they are made. */
import type { Agency } from '@portal/contracts/agencies/agency';
import { findReasons, type ExportProblem } from '@portal/contracts/agencies/find-picture-problems';
import type { FileSettings } from '@portal/contracts/studio-settings';
import { forEachAtOnce } from '../../platform/for-each-at-once.ts';
import { describeSize, describeTooSmall, measureKept } from './convert-picture.ts';
import { keyOf } from './find-texts.ts';
import type { ListedPicture } from './list-pictures.ts';
import { readEntry } from './read-entry.ts';

interface SizeProblem {
  problem: ExportProblem;
  /** Otherwise the file may turn out to be too small. */
  isCertain: boolean;
}

export type FindSizeProblem = (picture: ListedPicture, agency: Agency) => SizeProblem | undefined;

/** Of all pictures together. Beyond that, JPEGs are not read, so that a check takes no minutes. */
const MAX_READ_BYTES = 64 * 1024 ** 2;
/** The request ends after 60. */
const SIGNAL_MS = 50_000;
/** How much smaller a PNG may be as JPEG: of 28 photographs and drawings up to 7.7 times. */
const MAX_PNG_RATIO = 8;

export async function judgeFileSizes(
  pictures: readonly ListedPicture[],
  agencies: readonly Agency[],
  ownership: FileSettings,
): Promise<FindSizeProblem> {
  const kept = await measureSmallJpegs(pictures, agencies, ownership);
  return (picture, agency) => {
    const { minBytes } = agency;
    if (minBytes === null) return undefined;
    const { name, bytes } = picture.file;
    const exact = kept.get(keyOf(picture.picture))?.get(agency.id);
    if (exact !== undefined) {
      if (exact >= minBytes) return undefined;
      const message = describeTooSmall(exact, minBytes);
      return { problem: { kind: 'file-too-small', message }, isCertain: true };
    }
    if (bytes >= minBytes * (/\.png$/i.test(name) ? MAX_PNG_RATIO : 1)) return undefined;
    const message = `The file has ${describeSize(bytes)} and is converted to JPEG, which may have less than the required ${describeSize(minBytes)}.`;
    return { problem: { kind: 'file-may-be-too-small', message }, isCertain: false };
  };
}

/** Those that keep their pixels: their bytes, by agency. */
async function measureSmallJpegs(
  pictures: readonly ListedPicture[],
  agencies: readonly Agency[],
  ownership: FileSettings,
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const signal = AbortSignal.timeout(SIGNAL_MS);
  const measured = new Map<string, ReadonlyMap<string, number>>();
  await forEachAtOnce(chooseSmallJpegs(pictures, agencies), async ({ picture, asking }) => {
    const bytes = await readEntry(picture.file, signal);
    const sizes = new Map<string, number>();
    for (const agency of asking) {
      const size = await measureKept(bytes, picture.texts, agency, ownership);
      if (size !== undefined) sizes.set(agency.id, size);
    }
    measured.set(keyOf(picture.picture), sizes);
  });
  return measured;
}

/** Each with the agencies that would take it but for its size. */
function chooseSmallJpegs(pictures: readonly ListedPicture[], agencies: readonly Agency[]) {
  let left = MAX_READ_BYTES;
  return pictures.flatMap((picture) => {
    const { name, bytes } = picture.file;
    if (!/\.jpe?g$/i.test(name)) return [];
    const asking = agencies.filter(
      (agency) => bytes < (agency.minBytes ?? 0) && findReasons(picture, agency).length === 0,
    );
    if (asking.length === 0 || bytes > left) return [];
    left -= bytes;
    return [{ picture, asking }];
  });
}

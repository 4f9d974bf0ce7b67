import { PICTURE_TYPES, type PictureType } from '@portal/contracts/picture-type';
import type { UploadRules } from '@portal/contracts/uploads';

/** Why a selected file is ignored, in the order in which the summary lists the reasons. */
export const IGNORED_REASONS = [
  'tooLarge',
  'empty',
  'notImage',
  'unsupportedType',
  'hidden',
  'duplicate',
  'overLimit',
] as const;
export type IgnoredReason = (typeof IGNORED_REASONS)[number];

export interface IgnoredFile {
  name: string;
  reason: IgnoredReason;
}

/** A file from a dropped folder also has its path in that folder. */
type ChosenFile = File & { path?: string };

const TYPES: Readonly<Record<string, PictureType>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  jpe: 'image/jpeg',
  jfif: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  bmp: 'image/bmp',
  heic: 'image/heic',
  heif: 'image/heic',
};
/** Aliases that operating systems report. */
const TYPE_ALIASES: Readonly<Record<string, PictureType>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-ms-bmp': 'image/bmp',
  'image/heif': 'image/heic',
};
const SYSTEM_FILES = new Set(['thumbs.db', 'desktop.ini', '__macosx']);

const { compare } = new Intl.Collator(undefined, { numeric: true });

/** In natural order (2 before 10). The browser lists a folder in no particular order. */
export const sortByPath = (files: readonly ChosenFile[]): ChosenFile[] =>
  files.toSorted((one, other) => compare(one.path ?? one.name, other.path ?? other.name));

/** A file to check. `contentType` is the type found in its first bytes, if they had to be read. */
export interface Candidate {
  file: ChosenFile;
  contentType: PictureType | undefined;
}

/** Splits the chosen files into those to add to the selection and those to ignore. */
export function checkFiles(
  chosen: readonly Candidate[],
  present: readonly File[],
  rules: UploadRules,
): { accepted: File[]; ignored: IgnoredFile[] } {
  const known = new Set(present.map(identify));
  const accepted: File[] = [];
  const ignored: IgnoredFile[] = [];
  for (const candidate of chosen) {
    const { file } = candidate;
    const reason =
      findIgnoredReason(candidate, rules) ??
      (known.has(identify(file)) ? 'duplicate' : undefined) ??
      (known.size >= rules.maxFiles ? 'overLimit' : undefined);
    if (reason !== undefined) {
      ignored.push({ name: file.name, reason });
      continue;
    }
    known.add(identify(file));
    accepted.push(file);
  }
  return { accepted, ignored };
}

/** Per the spec, files with the same name and size are duplicates. */
const identify = ({ name, size }: File): string => `${size} ${name}`;

function findIgnoredReason(
  { file, contentType }: Candidate,
  { types, maxBytes }: UploadRules,
): IgnoredReason | undefined {
  if (isHidden(file)) return 'hidden';
  const isOfType = [...guessTypes(file), ...(contentType ? [contentType] : [])].some((type) =>
    types.includes(type),
  );
  if (!isOfType) return isPicture(file) || contentType ? 'unsupportedType' : 'notImage';
  if (file.size === 0) return 'empty';
  if (file.size > maxBytes) return 'tooLarge';
  return undefined;
}

const isPicture = (file: File): boolean => file.type.startsWith('image/') || guessTypes(file).length > 0;

/** Whether neither its name nor its MIME type is accepted, so that only its content can decide. */
export const needsContentCheck = (file: ChosenFile, { types, maxBytes }: UploadRules): boolean =>
  !isHidden(file) &&
  file.size > 0 &&
  file.size <= maxBytes &&
  !guessTypes(file).some((type) => types.includes(type));

const isHidden = ({ name, path = name }: ChosenFile): boolean =>
  path.split('/').some((part) => /^\.[^.]/.test(part) || SYSTEM_FILES.has(part.toLowerCase()));

/** The types that its MIME type and its extension suggest. */
export const guessTypes = ({ name, type }: File): PictureType[] =>
  [TYPE_ALIASES[type] ?? type, TYPES[name.slice(name.lastIndexOf('.') + 1).toLowerCase()]].flatMap(
    (name) => PICTURE_TYPES.find((known) => known === name) ?? [],
  );

/** The `accept` attribute of the file picker. Some systems go by MIME type, others by extension. */
export const listAccepted = ({
  types,
  offeredTypes = types,
}: Pick<UploadRules, 'types' | 'offeredTypes'>): string =>
  [
    ...offeredTypes,
    ...Object.entries(TYPES)
      .filter(([, type]) => offeredTypes.includes(type))
      .map(([extension]) => `.${extension}`),
  ].join(',');

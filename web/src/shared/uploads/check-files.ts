import { PICTURE_TYPES, type PictureType } from '@portal/contracts/picture-type';
import type { UploadRules } from '@portal/contracts/uploads';

/** Why a file that was chosen is not taken; the order is that of the account of them. */
export const IGNORED_REASONS = [
  'tooLarge',
  'empty',
  'noPicture',
  'otherType',
  'hidden',
  'duplicate',
  'surplus',
] as const;
export type IgnoredReason = (typeof IGNORED_REASONS)[number];

export interface IgnoredFile {
  name: string;
  reason: IgnoredReason;
}

/** A file of a dropped folder also has a path below it. */
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
/** Other names that systems have for the types. */
const SAME_TYPES: Readonly<Record<string, PictureType>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-ms-bmp': 'image/bmp',
  'image/heif': 'image/heic',
};
const JUNK = new Set(['thumbs.db', 'desktop.ini', '__macosx']);

const { compare } = new Intl.Collator(undefined, { numeric: true });

/** As people count: a folder comes in whatever order its disk has. */
export const sortByPath = (files: readonly ChosenFile[]): ChosenFile[] =>
  files.toSorted((one, other) => compare(one.path ?? one.name, other.path ?? other.name));

/** What is known of a file before it is checked; `content` is its type by its first bytes, where it had to be read. */
export interface Candidate {
  file: ChosenFile;
  content: PictureType | undefined;
}

/** Which of the files chosen come to those that are there already, and why the others do not. */
export function checkFiles(
  chosen: readonly Candidate[],
  present: readonly File[],
  rules: UploadRules,
): { taken: File[]; ignored: IgnoredFile[] } {
  const known = new Set(present.map(identify));
  const taken: File[] = [];
  const ignored: IgnoredFile[] = [];
  for (const candidate of chosen) {
    const { file } = candidate;
    const reason =
      findFault(candidate, rules) ??
      (known.has(identify(file)) ? 'duplicate' : undefined) ??
      (known.size >= rules.mostFiles ? 'surplus' : undefined);
    if (reason !== undefined) {
      ignored.push({ name: file.name, reason });
      continue;
    }
    known.add(identify(file));
    taken.push(file);
  }
  return { taken, ignored };
}

/** The spec: the same name and size is the same file. */
const identify = ({ name, size }: File): string => `${size} ${name}`;

function findFault(
  { file, content }: Candidate,
  { types, mostBytes }: UploadRules,
): IgnoredReason | undefined {
  if (isHidden(file)) return 'hidden';
  const isOfType = [...readTypes(file), ...(content ? [content] : [])].some((type) => types.includes(type));
  if (!isOfType) return isPicture(file) || content ? 'otherType' : 'noPicture';
  if (file.size === 0) return 'empty';
  if (file.size > mostBytes) return 'tooLarge';
  return undefined;
}

const isPicture = (file: File): boolean => file.type.startsWith('image/') || readTypes(file).length > 0;

/** Its name and its system do not say that the tool takes it: its content may. */
export const needsReading = (file: ChosenFile, { types, mostBytes }: UploadRules): boolean =>
  !isHidden(file) &&
  file.size > 0 &&
  file.size <= mostBytes &&
  !readTypes(file).some((type) => types.includes(type));

const isHidden = ({ name, path = name }: ChosenFile): boolean =>
  path.split('/').some((part) => /^\.[^.]/.test(part) || JUNK.has(part.toLowerCase()));

/** What its system says it is, then its name. */
export const readTypes = ({ name, type }: File): PictureType[] =>
  [SAME_TYPES[type] ?? type, TYPES[name.slice(name.lastIndexOf('.') + 1).toLowerCase()]].flatMap(
    (said) => PICTURE_TYPES.find((known) => known === said) ?? [],
  );

/** For the file picker: both endings and types, for systems differ in which they go by. */
export const listAccepted = ({ types }: UploadRules): string =>
  [
    ...types,
    ...Object.entries(TYPES)
      .filter(([, type]) => types.includes(type))
      .map(([ending]) => `.${ending}`),
  ].join(',');

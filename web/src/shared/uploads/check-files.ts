import type { PictureType, UploadRules } from '@portal/contracts/uploads';

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
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
};
const JUNK = new Set(['thumbs.db', 'desktop.ini', '__macosx']);

const { compare } = new Intl.Collator(undefined, { numeric: true });

/** As people count: a folder comes in whatever order its disk has. */
export const sortByPath = (files: readonly ChosenFile[]): ChosenFile[] =>
  files.toSorted((one, other) => compare(one.path ?? one.name, other.path ?? other.name));

/** Which of the files chosen come to those that are there already, and why the others do not. */
export function checkFiles(
  chosen: readonly ChosenFile[],
  present: readonly File[],
  rules: UploadRules,
): { taken: File[]; ignored: IgnoredFile[] } {
  const known = new Set(present.map(identify));
  const taken: File[] = [];
  const ignored: IgnoredFile[] = [];
  for (const file of chosen) {
    const reason =
      findFault(file, rules) ??
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

function findFault(file: ChosenFile, { types, mostBytes }: UploadRules): IgnoredReason | undefined {
  if (isHidden(file)) return 'hidden';
  const named = readNamedType(file.name);
  if (file.type === '' ? named === undefined : !file.type.startsWith('image/')) return 'noPicture';
  const allowed: readonly (string | undefined)[] = types;
  if (!allowed.includes(named) || (file.type !== '' && !allowed.includes(file.type))) return 'otherType';
  if (file.size === 0) return 'empty';
  if (file.size > mostBytes) return 'tooLarge';
  return undefined;
}

const isHidden = ({ name, path = name }: ChosenFile): boolean =>
  path.split('/').some((part) => /^\.[^.]/.test(part) || JUNK.has(part.toLowerCase()));

const readNamedType = (name: string): PictureType | undefined =>
  TYPES[name.slice(name.lastIndexOf('.') + 1).toLowerCase()];

/** What the file says it is, else its name. */
export const readType = (file: File): string => file.type || (readNamedType(file.name) ?? '');

/** For the file picker: both endings and types, for systems differ in which they go by. */
export const listAccepted = ({ types }: UploadRules): string =>
  [
    ...types,
    ...Object.entries(TYPES)
      .filter(([, type]) => types.includes(type))
      .map(([ending]) => `.${ending}`),
  ].join(',');

import type { PictureType } from '@portal/contracts/picture-type';
import type { UploadRules } from '@portal/contracts/uploads';
import { identifySent, type SentPicture } from '../send-to/sent-pictures.ts';
import { checkFiles, needsContentCheck, type IgnoredFile } from './check-files.ts';
import { readContentType } from './detect-type.ts';
import { Observable } from '../../client/observable.ts';
import { readDimensions } from './read-dimensions.ts';
import { isFile, isSent, type Selected, type SelectedFile, type SelectedSent } from './selected.ts';

/** Where sent pictures are kept across reloads. */
export interface SentStore {
  read: () => readonly SentPicture[];
  write: (pictures: readonly SentPicture[]) => void;
}

/** Types that `readDimensions` does not support. */
const UNMEASURED_TYPES: ReadonlySet<PictureType | undefined> = new Set([
  'image/avif',
  'image/tiff',
  'image/bmp',
  'image/heic',
]);

/** Files read at once. Each chunk updates the list once. */
const CHUNK_SIZE = 25;

let lastKey = 0;

/** The pictures selected for a tool: files, checked against its upload rules, and pictures of earlier batches. */
export class Selection extends Observable {
  readonly rules: UploadRules;
  readonly #store: SentStore | undefined;
  #selected: readonly Selected[];
  #ignored: readonly IgnoredFile[] = [];

  constructor(rules: UploadRules, store?: SentStore) {
    super();
    this.rules = rules;
    this.#store = store;
    this.#selected = store?.read().map(makeSelectedSent) ?? [];
  }

  readonly getSelected = (): readonly Selected[] => this.#selected;
  readonly getSent = (): readonly SentPicture[] => this.#selected.filter(isSent).map(({ sent }) => sent);
  /** Ignored files of the last selection. */
  readonly getIgnored = (): readonly IgnoredFile[] => this.#ignored;

  readonly add = async (chosen: readonly File[]): Promise<void> => {
    const unclear = chosen.filter((file) => needsContentCheck(file, this.rules));
    const contents = new Map<File, PictureType | undefined>();
    for (let index = 0; index < unclear.length; index += CHUNK_SIZE) {
      const group = unclear.slice(index, index + CHUNK_SIZE);
      await Promise.all(group.map(async (file) => contents.set(file, await readContentType(file))));
    }
    const { accepted, ignored } = checkFiles(
      chosen.map((file) => ({ file, contentType: contents.get(file) })),
      this.#selected.filter(isFile).map(({ file }) => file),
      { ...this.rules, maxFiles: this.rules.maxFiles - this.getSent().length },
    );
    const added = accepted.map((file): SelectedFile => ({ key: `file-${++lastKey}`, file }));
    this.#change([...this.#selected, ...added], ignored);
    for (let index = 0; index < added.length; index += CHUNK_SIZE)
      await this.#measure(added.slice(index, index + CHUNK_SIZE));
  };

  /** Also during an upload: they stay selected for the next batch. */
  readonly addSent = (pictures: readonly SentPicture[]): void =>
    this.#change([...this.#selected, ...pictures.map(makeSelectedSent)], []);

  readonly remove = (...keys: readonly string[]): void =>
    this.#change(
      this.#selected.filter(({ key }) => !keys.includes(key)),
      [],
    );

  readonly clear = (): void => this.#change([], []);

  #change(selected: readonly Selected[], ignored: readonly IgnoredFile[]): void {
    this.#selected = selected;
    this.#ignored = ignored;
    this.#store?.write(this.getSent());
    this.notify();
  }

  async #measure(group: readonly SelectedFile[]): Promise<void> {
    const sizes = new Map(
      await Promise.all(
        group.map(async ({ key, file }) => {
          const size = await readDimensions(file).catch(() => undefined);
          return [key, size ?? (await describeUnmeasured(file))] as const;
        }),
      ),
    );
    this.#selected = this.#selected.map((selected) => {
      const size = sizes.get(selected.key);
      return size === undefined || !isFile(selected) ? selected : { ...selected, size };
    });
    this.notify();
  }
}

const makeSelectedSent = (sent: SentPicture): SelectedSent => {
  const { width, height } = sent;
  const size = width === undefined || height === undefined ? undefined : { width, height };
  return { key: identifySent(sent), sent, ...(size && { size }) };
};

const describeUnmeasured = async (file: File): Promise<'unreadable' | 'unknown'> =>
  UNMEASURED_TYPES.has(await readContentType(file)) ? 'unknown' : 'unreadable';

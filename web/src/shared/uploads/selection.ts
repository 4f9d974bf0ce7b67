import type { PictureType } from '@portal/contracts/picture-type';
import type { UploadRules } from '@portal/contracts/uploads';
import { checkFiles, needsContentCheck, type IgnoredFile } from './check-files.ts';
import { readContentType } from './detect-type.ts';
import { Observable } from './observable.ts';
import { readDimensions, type Dimensions } from './read-dimensions.ts';

export interface SelectedFile {
  /** Identifies the file while it is selected. */
  readonly key: string;
  readonly file: File;
  /** Undefined until the file is read. `unknown`: an image that only the server can measure. */
  readonly size?: Dimensions | 'unreadable' | 'unknown';
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

/** The files selected for a tool, checked against its upload rules. */
export class Selection extends Observable {
  readonly rules: UploadRules;
  #files: readonly SelectedFile[] = [];
  #ignored: readonly IgnoredFile[] = [];

  constructor(rules: UploadRules) {
    super();
    this.rules = rules;
  }

  readonly getFiles = (): readonly SelectedFile[] => this.#files;
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
      this.#files.map(({ file }) => file),
      this.rules,
    );
    const added = accepted.map((file): SelectedFile => ({ key: `file-${++lastKey}`, file }));
    this.#change([...this.#files, ...added], ignored);
    for (let index = 0; index < added.length; index += CHUNK_SIZE)
      await this.#measure(added.slice(index, index + CHUNK_SIZE));
  };

  readonly remove = (key: string): void =>
    this.#change(
      this.#files.filter((selected) => selected.key !== key),
      [],
    );

  readonly clear = (): void => this.#change([], []);

  #change(files: readonly SelectedFile[], ignored: readonly IgnoredFile[]): void {
    this.#files = files;
    this.#ignored = ignored;
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
    this.#files = this.#files.map((selected) => {
      const size = sizes.get(selected.key);
      return size === undefined ? selected : { ...selected, size };
    });
    this.notify();
  }
}

const describeUnmeasured = async (file: File): Promise<'unreadable' | 'unknown'> =>
  UNMEASURED_TYPES.has(await readContentType(file)) ? 'unknown' : 'unreadable';

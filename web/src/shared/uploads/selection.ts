import type { PictureType } from '@portal/contracts/picture-type';
import type { UploadRules } from '@portal/contracts/uploads';
import { checkFiles, needsReading, type IgnoredFile } from './check-files.ts';
import { readContentType } from './detect-type.ts';
import { Observable } from './observable.ts';
import { readDimensions, type Dimensions } from './read-dimensions.ts';

export interface SelectedFile {
  /** Names it for as long as it is selected. */
  readonly key: string;
  readonly file: File;
  /** Not there until its first bytes are read. `unknown`: a picture whose size only the server finds out. */
  readonly size?: Dimensions | 'unreadable' | 'unknown';
}

/** Of the other types `readDimensions` finds the size. */
const UNMEASURED: ReadonlySet<PictureType | undefined> = new Set([
  'image/avif',
  'image/tiff',
  'image/bmp',
  'image/heic',
]);

/** Read and shown at once: each group is a new list. */
const GROUP = 25;

let lastKey = 0;

/** The pictures chosen for a tool, by its rules. */
export class Selection extends Observable {
  readonly rules: UploadRules;
  #files: readonly SelectedFile[] = [];
  #ignored: readonly IgnoredFile[] = [];

  constructor(rules: UploadRules) {
    super();
    this.rules = rules;
  }

  readonly getFiles = (): readonly SelectedFile[] => this.#files;
  /** Of what was chosen last. */
  readonly getIgnored = (): readonly IgnoredFile[] => this.#ignored;

  readonly add = async (chosen: readonly File[]): Promise<void> => {
    const unclear = chosen.filter((file) => needsReading(file, this.rules));
    const contents = new Map<File, PictureType | undefined>();
    for (let index = 0; index < unclear.length; index += GROUP) {
      const group = unclear.slice(index, index + GROUP);
      await Promise.all(group.map(async (file) => contents.set(file, await readContentType(file))));
    }
    const { taken, ignored } = checkFiles(
      chosen.map((file) => ({ file, content: contents.get(file) })),
      this.#files.map(({ file }) => file),
      this.rules,
    );
    const added = taken.map((file): SelectedFile => ({ key: `file-${++lastKey}`, file }));
    this.#change([...this.#files, ...added], ignored);
    for (let index = 0; index < added.length; index += GROUP)
      await this.#measure(added.slice(index, index + GROUP));
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
    this.tell();
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
    this.tell();
  }
}

const describeUnmeasured = async (file: File): Promise<'unreadable' | 'unknown'> =>
  UNMEASURED.has(await readContentType(file)) ? 'unknown' : 'unreadable';

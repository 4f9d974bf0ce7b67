import type { UploadRules } from '@portal/contracts/uploads';
import { checkFiles, type IgnoredFile } from './check-files.ts';
import { Observable } from './observable.ts';
import { readDimensions, type Dimensions } from './read-dimensions.ts';

export interface SelectedFile {
  /** Names it for as long as it is selected. */
  readonly key: string;
  readonly file: File;
  /** Not there until its first bytes are read. */
  readonly size?: Dimensions | 'unreadable';
}

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
    const { taken, ignored } = checkFiles(
      chosen,
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
          return [key, size ?? 'unreadable'] as const;
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

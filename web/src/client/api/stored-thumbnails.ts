import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

interface Thumbnail {
  owner: string;
  path: string;
  /** A data URL. */
  url: string;
  storedAt: number;
}

interface Schema extends DBSchema {
  thumbnails: { key: [string, string]; value: Thumbnail; indexes: { storedAt: number } };
}

const NAME = 'portal-thumbnails';
/** As long as files live. */
const MAX_AGE_MS = 3 * 24 * 60 * 60 * 1000;
const MAX_COUNT = 4000;
const SAVE_AFTER_MS = 250;

interface Read {
  path: string;
  resolve: (url: string | undefined) => void;
}

/**
 * The user's thumbnails on this device. Those that are needed together are read in one transaction, which is faster than the browser's
 * HTTP cache; see docs/decisions/019. Where the browser offers no storage, nothing is found.
 */
export class StoredThumbnails {
  readonly #findOwner: () => Promise<string | undefined>;
  #database: Promise<IDBPDatabase<Schema>> | undefined;
  #reads: Read[] = [];
  #unsaved = new Map<string, string>();

  constructor(findOwner: () => Promise<string | undefined>) {
    this.#findOwner = findOwner;
  }

  read(path: string): Promise<string | undefined> {
    if (this.#reads.length === 0) queueMicrotask(() => void this.#readAll());
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    this.#reads.push({ path, resolve });
    return promise;
  }

  /** Some time later, so that pictures on the screen come first. */
  save(path: string, url: string): void {
    if (this.#unsaved.size === 0) setTimeout(() => void this.#saveAll(), SAVE_AFTER_MS);
    this.#unsaved.set(path, url);
  }

  /** The browser cannot show it. */
  async delete(path: string): Promise<void> {
    this.#unsaved.delete(path);
    const owner = await this.#findOwner().catch(() => undefined);
    if (owner !== undefined) await this.#use((database) => database.delete('thumbnails', [owner, path]));
  }

  /** Called at sign-out. */
  async forget(): Promise<void> {
    this.#unsaved.clear();
    await this.#use((database) => database.clear('thumbnails'));
  }

  async #readAll(): Promise<void> {
    const owner = await this.#findOwner().catch(() => undefined);
    const reads = this.#reads;
    this.#reads = [];
    const urls = await this.#use((database) => {
      const { store } = database.transaction('thumbnails');
      const oldest = Date.now() - MAX_AGE_MS;
      return Promise.all(
        reads.map(async ({ path }) => {
          const found = owner === undefined ? undefined : await store.get([owner, path]);
          return found && found.storedAt > oldest ? found.url : undefined;
        }),
      );
    });
    for (const [index, { resolve }] of reads.entries()) resolve(urls?.[index]);
  }

  async #saveAll(): Promise<void> {
    const owner = await this.#findOwner().catch(() => undefined);
    const unsaved = [...this.#unsaved];
    this.#unsaved.clear();
    if (owner === undefined || unsaved.length === 0) return;
    const storedAt = Date.now();
    await this.#use(async (database) => {
      const transaction = database.transaction('thumbnails', 'readwrite', { durability: 'relaxed' });
      const { store, done } = transaction;
      const changes = unsaved.map(([path, url]) => store.put({ owner, path, url, storedAt }));
      const old = IDBKeyRange.upperBound(storedAt - MAX_AGE_MS);
      const expired = await store.index('storedAt').getAllKeys(old);
      const surplus = (await store.count()) - expired.length - MAX_COUNT;
      const oldest =
        surplus > 0 ? await store.index('storedAt').getAllKeys(undefined, expired.length + surplus) : expired;
      await Promise.all([...changes, ...oldest.map((key) => store.delete(key)), done]);
    });
  }

  /** Undefined if the browser's storage fails: the thumbnails come from the server then. */
  async #use<Result>(work: (database: IDBPDatabase<Schema>) => Promise<Result>): Promise<Result | undefined> {
    try {
      this.#database ??= openDB<Schema>(NAME, 1, {
        upgrade(database) {
          const store = database.createObjectStore('thumbnails', { keyPath: ['owner', 'path'] });
          store.createIndex('storedAt', 'storedAt');
        },
      });
      return await work(await this.#database);
    } catch {
      this.#database = undefined;
      return undefined;
    }
  }
}

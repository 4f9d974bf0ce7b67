/** Stores assets: an index in SQLite and their bytes in files beside it. Both survive a restart. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { z } from 'zod';

export const resourceTypes = ['image', 'video', 'raw'] as const;
export const deliveryTypes = ['upload', 'private', 'authenticated'] as const;
export type ResourceType = (typeof resourceTypes)[number];
export type DeliveryType = (typeof deliveryTypes)[number];

export interface AssetKind {
  resourceType: ResourceType;
  type: DeliveryType;
}

const AssetSchema = z.object({
  assetId: z.string(),
  resourceType: z.enum(resourceTypes),
  type: z.enum(deliveryTypes),
  publicId: z.string(),
  version: z.number(),
  format: z.string(),
  width: z.number(),
  height: z.number(),
  bytes: z.number(),
  createdAt: z.string(),
  assetFolder: z.string(),
  /** Without the extension. */
  originalFilename: z.string(),
  tags: z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text))),
  context: z.string().transform((text) => z.record(z.string(), z.string()).parse(JSON.parse(text))),
  file: z.string(),
});
export type Asset = z.infer<typeof AssetSchema>;

export interface AssetFilter extends AssetKind {
  prefix?: string;
  tag?: string;
  publicIds?: readonly string[];
}

export interface Page {
  assets: Asset[];
  nextCursor: string | undefined;
}

const schema = `
  create table if not exists assets (
    number integer primary key, assetId text not null unique, resourceType text not null, type text not null,
    publicId text not null, version integer not null, format text not null, width integer not null,
    height integer not null, bytes integer not null, createdAt text not null, assetFolder text not null,
    tags text not null, context text not null, file text not null, originalFilename text not null default 'file',
    unique (resourceType, type, publicId)
  ) strict;
  create index if not exists assetsByFile on assets (file);
  create index if not exists assetsByKind on assets (resourceType, type, number);
`;

const hashOf = (content: Buffer): string => createHash('sha1').update(content).digest('hex');

export class AssetStore {
  readonly #database: DatabaseSync;
  readonly #folder: string;

  constructor(dataFolder: string) {
    this.#folder = join(dataFolder, 'files');
    mkdirSync(this.#folder, { recursive: true });
    this.#database = new DatabaseSync(join(dataFolder, 'assets.sqlite'));
    // Speed matters more here than surviving a power cut.
    this.#database.exec('pragma journal_mode = wal; pragma synchronous = off;');
    this.#database.exec(schema);
    this.#addColumn('originalFilename', "text not null default 'file'");
  }

  /** Upgrades a database that an earlier version created. */
  #addColumn(name: string, definition: string): void {
    const columns = this.#database.prepare("select name from pragma_table_info('assets')").all();
    if (columns.some((column) => column['name'] === name)) return;
    this.#database.exec(`alter table assets add column ${name} ${definition}`);
  }

  close(): void {
    this.#database.close();
  }

  find({ resourceType, type }: AssetKind, publicId: string): Asset | undefined {
    const row = this.#database
      .prepare('select * from assets where resourceType = ? and type = ? and publicId = ?')
      .get(resourceType, type, publicId);
    return row && AssetSchema.parse(row);
  }

  /** Replaces an asset with the same public ID. */
  async save(asset: Omit<Asset, 'assetId' | 'file' | 'bytes'>, content: Buffer): Promise<Asset> {
    const hash = hashOf(content);
    const current = this.find(asset, asset.publicId);
    const isSame = current?.file.startsWith(hash) === true;
    // Of its own, although others may have the same content: they are removed and read meanwhile.
    const file = isSame ? current.file : `${hash}-${randomBytes(8).toString('hex')}`;
    if (!isSame) await writeFile(this.pathOf(file), content);
    const before = this.find(asset, asset.publicId);
    const saved = {
      ...asset,
      assetId: before?.assetId ?? randomBytes(16).toString('hex'),
      file,
      bytes: content.length,
    };
    this.#insert([saved]);
    if (before && before.file !== file) await this.#removeUnused([before.file]);
    return saved;
  }

  /** Creates many assets with the same content, for tests at scale. */
  seed(assets: readonly Omit<Asset, 'assetId' | 'file' | 'bytes'>[], content: Buffer): void {
    const file = hashOf(content);
    writeFileSync(this.pathOf(file), content);
    this.#insert(
      assets.map((asset) => ({
        ...asset,
        assetId: randomBytes(16).toString('hex'),
        file,
        bytes: content.length,
      })),
    );
  }

  /** Newest first; the cursor is the end of the previous page. */
  list(filter: AssetFilter, limit: number, cursor: string | undefined): Page {
    const { where, values } = toWhere(filter);
    const from = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number.parseInt(cursor, 16);
    const rows = this.#database
      .prepare(`select * from assets where ${where} and number < ? order by number desc limit ?`)
      .all(...values, from, limit + 1);
    const page = rows.slice(0, limit);
    const last = page.at(-1)?.['number'];
    return {
      assets: page.map((row) => AssetSchema.parse(row)),
      nextCursor:
        rows.length > limit && typeof last === 'number' ? last.toString(16).padStart(16, '0') : undefined,
    };
  }

  async remove(assets: readonly Asset[]): Promise<void> {
    const remove = this.#database.prepare('delete from assets where assetId = ?');
    this.#inTransaction(() => {
      for (const { assetId } of assets) remove.run(assetId);
    });
    await this.#removeUnused(assets.map(({ file }) => file));
  }

  countOf(resourceType: ResourceType): number {
    return this.#count('resourceType = ?', resourceType);
  }

  usage() {
    const sum = this.#database.prepare('select coalesce(sum(bytes), 0) as bytes from assets').get()?.[
      'bytes'
    ];
    return { resources: this.#count('true'), bytes: Number(sum) };
  }

  read({ file }: Asset): Promise<Buffer> {
    return readFile(this.pathOf(file));
  }

  pathOf(file: string): string {
    return join(this.#folder, file);
  }

  #insert(assets: readonly Asset[]): void {
    const insert = this.#database.prepare(
      `insert or replace into assets (assetId, resourceType, type, publicId, version, format, width, height, bytes,
         createdAt, assetFolder, tags, context, file, originalFilename) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#inTransaction(() => {
      for (const asset of assets) {
        insert.run(
          asset.assetId,
          asset.resourceType,
          asset.type,
          asset.publicId,
          asset.version,
          asset.format,
          asset.width,
          asset.height,
          asset.bytes,
          asset.createdAt,
          asset.assetFolder,
          JSON.stringify(asset.tags),
          JSON.stringify(asset.context),
          asset.file,
          asset.originalFilename,
        );
      }
    });
  }

  async #removeUnused(files: readonly string[]): Promise<void> {
    for (const file of new Set(files)) {
      if (this.#count('file = ?', file) === 0) await rm(this.pathOf(file), { force: true });
    }
  }

  #count(where: string, ...values: SQLInputValue[]): number {
    const row = this.#database.prepare(`select count(*) as count from assets where ${where}`).get(...values);
    return Number(row?.['count']);
  }

  #inTransaction(work: () => void): void {
    this.#database.exec('begin immediate');
    try {
      work();
      this.#database.exec('commit');
    } catch (error) {
      this.#database.exec('rollback');
      throw error;
    }
  }
}

function toWhere({ resourceType, type, prefix, tag, publicIds }: AssetFilter) {
  const terms = ['resourceType = ?', 'type = ?'];
  const values: SQLInputValue[] = [resourceType, type];
  if (prefix !== undefined) {
    terms.push('substr(publicId, 1, ?) = ?');
    values.push(prefix.length, prefix);
  }
  if (tag !== undefined) {
    terms.push('exists (select 1 from json_each(tags) where value = ?)');
    values.push(tag);
  }
  if (publicIds !== undefined) {
    terms.push('publicId in (select value from json_each(?))');
    values.push(JSON.stringify(publicIds));
  }
  return { where: terms.join(' and '), values };
}

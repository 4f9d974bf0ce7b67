import { z } from 'zod';
import { deployCommand } from './commands.ts';
import { failed, passed, type Row } from './report.ts';
import { readText, type Target } from './target.ts';

const FieldSchema = z.object({
  fieldPath: z.string(),
  order: z.string().optional(),
  arrayConfig: z.string().optional(),
});
const WantedSchema = z.object({
  indexes: z.array(
    z.object({ collectionGroup: z.string(), queryScope: z.string(), fields: z.array(FieldSchema) }),
  ),
  fieldOverrides: z.array(
    z.object({
      collectionGroup: z.string(),
      fieldPath: z.string(),
      ttl: z.boolean().default(false),
      indexes: z.array(z.unknown()),
    }),
  ),
});
const IndexSchema = z.object({
  name: z.string(),
  queryScope: z.string(),
  fields: z.array(FieldSchema),
  state: z.string(),
});
const OverrideSchema = z.object({
  name: z.string(),
  indexConfig: z
    .object({ indexes: z.array(z.object({ state: z.string() })).default([]) })
    .default({ indexes: [] }),
  ttlConfig: z.object({ state: z.string() }).optional(),
});

/** Those of firestore.indexes.json are there and finished. */
export async function checkIndexes(target: Target): Promise<Row[]> {
  const { google, project, urls } = target;
  const wanted = WantedSchema.parse(JSON.parse(readText(target, 'firestore.indexes.json')));
  const groups = `${urls.firestoreAdmin}/v1/projects/${project}/databases/(default)/collectionGroups/-`;
  const filter = encodeURIComponent('indexConfig.usesAncestorConfig=false OR ttlConfig:*');
  const [indexes, overrides] = await Promise.all([
    google.list(IndexSchema, 'indexes', `${groups}/indexes`),
    google.list(OverrideSchema, 'fields', `${groups}/fields?filter=${filter}`),
  ]);

  const states = new Map(indexes.map((index) => [describeIndex(groupOf(index.name), index), index.state]));
  const composite = wanted.indexes.flatMap((index) => {
    const key = describeIndex(index.collectionGroup, index);
    const state = states.get(key) ?? 'missing';
    return state === 'READY' ? [] : [`${key} is ${state}`];
  });
  const found = new Map(overrides.map((field) => [field.name.replace(/^.*\/collectionGroups\//, ''), field]));
  const single: string[] = [];
  const ttl: string[] = [];
  for (const { collectionGroup, fieldPath, ttl: isTtl, indexes: entries } of wanted.fieldOverrides) {
    const name = `${collectionGroup}/fields/${fieldPath}`;
    const field = found.get(name);
    const ready = field?.indexConfig.indexes.filter(({ state }) => state === 'READY').length;
    if (ready !== entries.length) single.push(`${name} is ${field ? 'different' : 'missing'}`);
    if (isTtl && field?.ttlConfig?.state !== 'ACTIVE')
      ttl.push(`${name} is ${field?.ttlConfig?.state ?? 'missing'}`);
  }
  const ttlCount = wanted.fieldOverrides.filter((field) => field.ttl).length;
  return [
    toRow(project, 'indexes: composite', composite, `${wanted.indexes.length} ready`),
    toRow(project, 'indexes: single fields', single, `${wanted.fieldOverrides.length} as in this checkout`),
    toRow(project, 'indexes: TTL', ttl, `${ttlCount} active`),
  ];
}

/** Firestore adds the name to the end of each index (firebase-tools `lib/firestore/api.js`). */
function describeIndex(
  group: string,
  { queryScope, fields }: Pick<z.infer<typeof IndexSchema>, 'queryScope' | 'fields'>,
): string {
  const named = fields.filter(({ fieldPath }) => fieldPath !== '__name__');
  const parts = named.map(
    ({ fieldPath, order, arrayConfig }) => `${fieldPath}:${order ?? arrayConfig ?? ''}`,
  );
  return `${group} ${queryScope} ${parts.join(' ')}`;
}

const groupOf = (name: string) => /\/collectionGroups\/([^/]+)\//.exec(name)?.[1] ?? '';

const toRow = (project: string, check: string, problems: readonly string[], detail: string): Row =>
  problems.length === 0
    ? passed(check, detail)
    : failed(
        check,
        problems.join('; '),
        `${deployCommand(project, 'firestore:indexes')} Indexes in state CREATING need more time.`,
      );

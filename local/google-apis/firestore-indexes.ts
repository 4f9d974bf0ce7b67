import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { GoogleError } from './google-error.ts';
import type { GoogleApisOptions } from './start-google-apis.ts';

const FieldSchema = z.looseObject({ fieldPath: z.string(), order: z.string().optional() });
const IndexesSchema = z.object({
  indexes: z.array(
    z.object({ collectionGroup: z.string(), queryScope: z.string(), fields: z.array(FieldSchema) }),
  ),
  fieldOverrides: z.array(
    z.object({
      collectionGroup: z.string(),
      fieldPath: z.string(),
      ttl: z.boolean().default(false),
      indexes: z.array(z.object({ queryScope: z.string(), order: z.string().optional() })),
    }),
  ),
});

/** The local Firestore enforces the indexes of this file. */
const readIndexes = (root: string) =>
  IndexesSchema.parse(JSON.parse(readFileSync(join(root, 'firestore.indexes.json'), 'utf8')));

const groupName = (projectId: string, group: string) =>
  `projects/${projectId}/databases/(default)/collectionGroups/${group}`;

export const listIndexes = ({ projectId, root }: GoogleApisOptions) => ({
  indexes: readIndexes(root).indexes.map(({ collectionGroup, queryScope, fields }, index) => ({
    name: `${groupName(projectId, collectionGroup)}/indexes/index-${index}`,
    queryScope,
    // Firestore ends each index with the name, in the direction of the last field.
    fields: [...fields, { fieldPath: '__name__', order: fields.at(-1)?.order ?? 'ASCENDING' }],
    state: 'READY',
  })),
});

const OVERRIDES = 'indexConfig.usesAncestorConfig=false OR ttlConfig:*';

export function listFieldOverrides(
  { projectId, root }: GoogleApisOptions,
  _path: string[],
  query: URLSearchParams,
) {
  // The only filters that Firestore supports; without one it does not list fields.
  const filter = query.get('filter');
  if (filter !== OVERRIDES) throw new GoogleError(400, 'INVALID_ARGUMENT', 'The filter is not supported.');
  return {
    fields: readIndexes(root).fieldOverrides.map(({ collectionGroup, fieldPath, ttl, indexes }) => ({
      name: `${groupName(projectId, collectionGroup)}/fields/${fieldPath}`,
      indexConfig: {
        indexes: indexes.map(({ queryScope, order }) => ({
          queryScope,
          fields: [{ fieldPath, order }],
          state: 'READY',
        })),
      },
      ...(ttl && { ttlConfig: { state: 'ACTIVE' } }),
    })),
  };
}

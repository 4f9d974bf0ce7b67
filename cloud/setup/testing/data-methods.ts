/** Firestore, Cloud Storage, Secret Manager and sign-in. */
import * as bodies from './bodies.ts';
import {
  createNamed,
  P,
  patch,
  read,
  readPolicy,
  record,
  startCreate,
  VERSION,
  writePolicy,
  type Method,
} from './method.ts';

/** The last part of a secret's path. */
const nameOf = (path = ''): string => path.split('/').at(-1) ?? '';
const SECRETS = `secretmanager.googleapis.com/v1/projects/${P}/secrets`;
const DATABASES = `firestore.googleapis.com/v1/projects/${P}/databases`;
const BUCKET = String.raw`storage.googleapis.com/storage/v1/b/${P}\.firebasestorage\.app`;
const DEFAULT_BUCKET = `firebasestorage.googleapis.com/v1beta/projects/${P}/defaultBucket`;
const IDENTITY = `identitytoolkit.googleapis.com/v2/projects/${P}`;

export const DATA_METHODS: readonly Method[] = [
  {
    verb: 'GET',
    pattern: String.raw`${DATABASES}/\(default\)`,
    permission: 'datastore.databases.getMetadata',
    handle: read,
  },
  {
    verb: 'POST',
    pattern: DATABASES,
    permission: 'datastore.databases.create',
    query: ['databaseId'],
    body: bodies.DatabaseBody,
    handle: startCreate('databaseId', 'projects/test-portal/databases/(default)/'),
  },
  {
    verb: 'PATCH',
    pattern: String.raw`${DATABASES}/\(default\)`,
    permission: 'datastore.databases.update',
    query: ['updateMask'],
    body: bodies.DatabasePatch,
    handle: (call) => {
      call.world.find(call.path);
      return call.world.startOperation('projects/test-portal/databases/(default)/', () => patch(call));
    },
  },
  { verb: 'GET', pattern: DEFAULT_BUCKET, permission: 'firebasestorage.defaultBucket.get', handle: read },
  {
    verb: 'POST',
    pattern: DEFAULT_BUCKET,
    permission: 'firebasestorage.defaultBucket.create',
    body: bodies.DefaultBucketBody,
    handle: ({ world, path, body }) => {
      const name = `${world.project}.firebasestorage.app`;
      // Google's own defaults.
      world.create(`storage.googleapis.com/storage/v1/b/${name}`, {
        name,
        softDeletePolicy: { retentionDurationSeconds: '604800' },
      });
      world.addAccount(`service-${world.number}@gcp-sa-firebasestorage.iam.gserviceaccount.com`);
      const bucket = { name: `projects/${world.number}/buckets/${name}` };
      return world.create(path, { ...record(body), bucket });
    },
  },
  { verb: 'GET', pattern: BUCKET, permission: 'storage.buckets.get', handle: read },
  {
    verb: 'PATCH',
    pattern: BUCKET,
    permission: 'storage.buckets.update',
    body: bodies.BucketPatch,
    handle: patch,
  },
  {
    verb: 'GET',
    pattern: `${BUCKET}/o`,
    permission: 'storage.objects.list',
    query: ['delimiter', 'maxResults', 'fields'],
    handle: ({ world }) => {
      const inFolders = world.files.filter((name) => name.includes('/'));
      return {
        prefixes: [...new Set(inFolders.map((name) => name.slice(0, name.indexOf('/') + 1)))],
        items: world.files.filter((name) => !name.includes('/')).map((name) => ({ name })),
      };
    },
  },
  {
    verb: 'GET',
    pattern: `(?<bucket>${BUCKET})/iam`,
    permission: 'storage.buckets.getIamPolicy',
    query: ['optionsRequestedPolicyVersion'],
    handle: (call) => {
      call.world.find(call.groups['bucket'] ?? '');
      return { kind: 'storage#policy', ...readPolicy(call) };
    },
  },
  {
    verb: 'PUT',
    pattern: `(?<bucket>${BUCKET})/iam`,
    permission: 'storage.buckets.setIamPolicy',
    body: bodies.BucketPolicyBody,
    handle: ({ world, groups, body }) => world.writePolicy(groups['bucket'] ?? '', record(body)),
  },
  {
    verb: 'GET',
    pattern: `storage.googleapis.com/storage/v1/projects/${P}/serviceAccount`,
    permission: 'resourcemanager.projects.get',
    handle: ({ world }) => {
      const email = `service-${world.number}@gs-project-accounts.iam.gserviceaccount.com`;
      world.addAccount(email);
      return { email_address: email };
    },
  },
  { verb: 'GET', pattern: `${SECRETS}/[A-Z_]+`, permission: 'secretmanager.secrets.get', handle: read },
  {
    verb: 'POST',
    pattern: SECRETS,
    permission: 'secretmanager.secrets.create',
    query: ['secretId'],
    body: bodies.SecretBody,
    handle: createNamed('secretId'),
  },
  {
    verb: 'GET',
    pattern: `(?<secret>${SECRETS}/[A-Z_]+)/versions`,
    permission: 'secretmanager.versions.list',
    handle: ({ world, groups }) => {
      world.find(groups['secret'] ?? '');
      const values = world.secrets.get(nameOf(groups['secret'])) ?? [];
      return values.length === 0 ? {} : { versions: values.map(() => ({ state: 'ENABLED' })) };
    },
  },
  {
    verb: 'POST',
    pattern: `(?<secret>${SECRETS}/[A-Z_]+):addVersion`,
    permission: 'secretmanager.versions.add',
    body: bodies.SecretVersionBody,
    handle: ({ world, groups, body }) => {
      world.find(groups['secret'] ?? '');
      const { payload } = bodies.SecretVersionBody.parse(body);
      const name = nameOf(groups['secret']);
      const value = Buffer.from(payload.data, 'base64').toString();
      world.secrets.set(name, [...(world.secrets.get(name) ?? []), value]);
      return {};
    },
  },
  {
    verb: 'GET',
    pattern: `${SECRETS}/[A-Z_]+:getIamPolicy`,
    permission: 'secretmanager.secrets.getIamPolicy',
    query: VERSION,
    handle: readPolicy,
  },
  {
    verb: 'POST',
    pattern: `${SECRETS}/[A-Z_]+:setIamPolicy`,
    permission: 'secretmanager.secrets.setIamPolicy',
    body: bodies.SetPolicyBody,
    handle: writePolicy,
  },
  { verb: 'GET', pattern: `${IDENTITY}/config`, permission: 'firebaseauth.configs.get', handle: read },
  {
    verb: 'PATCH',
    pattern: `${IDENTITY}/config`,
    permission: 'firebaseauth.configs.update',
    query: ['updateMask'],
    body: bodies.DomainsPatch,
    handle: patch,
  },
  {
    verb: 'GET',
    pattern: String.raw`${IDENTITY}/defaultSupportedIdpConfigs/google\.com`,
    permission: 'firebaseauth.configs.get',
    handle: read,
  },
];

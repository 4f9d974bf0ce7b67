import { z } from 'zod';
import { differs } from './differs.ts';
import { NO_CHANGES, oneChange, SetupError, type Setup, type Step } from './step.ts';

const FIREBASE_STORAGE = 'firebasestorage.googleapis.com/v1beta';
const STORAGE = 'storage.googleapis.com/storage/v1';

/** Of functions/src. The default bucket may also have files of other programs. */
export const FOLDERS = ['archives/', 'kept/', 'results/', 'uploads/'];

/**
 * Only a safety net: the nightly cleanup deletes files earlier. A file may wait three days for its batch, which lives three
 * days, and the cleanup comes within another day.
 */
const MAX_AGE_DAYS = 7;

/** https://cloud.google.com/storage/docs/lifecycle#matchesprefix-suffix */
const RULES = [
  { action: { type: 'Delete' }, condition: { age: MAX_AGE_DAYS, matchesPrefix: FOLDERS } },
  { action: { type: 'AbortIncompleteMultipartUpload' }, condition: { age: 1, matchesPrefix: FOLDERS } },
];

/** They apply to all files of the bucket, not only to the portal's. */
const BUCKET_SETTINGS = {
  iamConfiguration: {
    uniformBucketLevelAccess: { enabled: true },
    publicAccessPrevention: 'enforced',
  },
  // By default deleted files are kept, and paid for, seven more days. https://cloud.google.com/storage/docs/soft-delete
  softDeletePolicy: { retentionDurationSeconds: '0' },
};

const DefaultBucketSchema = z.object({ bucket: z.object({ name: z.string() }) });

const readDefaultBucket = ({ google, project }: Setup) =>
  google.read(DefaultBucketSchema, `${FIREBASE_STORAGE}/projects/${project}/defaultBucket`);

/** The name that it will have, if it does not exist. */
export async function findBucket(setup: Setup): Promise<string> {
  const name = (await readDefaultBucket(setup))?.bucket.name;
  return name?.slice(name.lastIndexOf('/') + 1) ?? `${setup.project}.firebasestorage.app`;
}

export const bucket: Step = {
  title: 'Storage bucket',
  async plan(setup) {
    if (await readDefaultBucket(setup)) return NO_CHANGES;
    const { google, project, region } = setup;
    return oneChange(`create gs://${await findBucket(setup)} in ${region}`, () =>
      google.call('POST', `${FIREBASE_STORAGE}/projects/${project}/defaultBucket`, {
        location: region,
        storageClass: 'STANDARD',
      }),
    );
  },
};

const BucketSchema = z.looseObject({
  lifecycle: z.object({ rule: z.array(z.looseObject({})).default([]) }).default({ rule: [] }),
});
const FilesSchema = z.object({
  prefixes: z.array(z.string()).default([]),
  items: z.array(z.unknown()).default([]),
  nextPageToken: z.string().optional(),
});

const isOurRule = (rule: object) => RULES.some((ours) => !differs(ours, rule) && !differs(rule, ours));

/** The folders at the top, and whether there are files or folders that are not the portal's. */
async function listFolders({ google }: Setup, path: string) {
  const query = 'delimiter=%2F&maxResults=1000&fields=prefixes,items(name),nextPageToken';
  const found = await google.read(FilesSchema, `${path}/o?${query}`);
  const folders = found?.prefixes ?? [];
  return {
    ours: folders.filter((folder) => FOLDERS.includes(folder)),
    hasOthers:
      folders.some((folder) => !FOLDERS.includes(folder)) ||
      (found?.items ?? []).length > 0 ||
      found?.nextPageToken !== undefined,
  };
}

export const bucketSettings: Step = {
  title: 'Settings of the bucket',
  async plan(setup) {
    const name = await findBucket(setup);
    const path = `${STORAGE}/b/${name}`;
    const found = await setup.google.read(BucketSchema, path);
    const rules = found?.lifecycle.rule ?? [];
    const others = rules.filter((rule) => !isOurRule(rule));
    const folders = found ? await listFolders(setup, path) : { ours: [], hasOthers: false };
    // Files in our folders from before the first setup are another program's.
    if (!setup.adoptsBucket && folders.ours.length > 0 && others.length === rules.length) {
      throw new SetupError(describeOccupied(name, folders.ours));
    }
    const isShared = !setup.adoptsBucket && (others.length > 0 || folders.hasOthers);
    const wanted = { lifecycle: { rule: [...others, ...RULES] }, ...(!isShared && BUCKET_SETTINGS) };
    const manualSteps = isShared ? [describeShared(name)] : [];
    if (!differs(wanted, found)) return { changes: [], manualSteps };
    const line = `delete the portal's files after ${MAX_AGE_DAYS} days${isShared ? '' : ', without soft delete or public access'}`;
    return { ...oneChange(line, () => setup.google.call('PATCH', path, wanted)), manualSteps };
  },
};

const describeOccupied = (name: string, folders: readonly string[]) =>
  `gs://${name} already has files in ${folders.join(', ')}, where the portal deletes files. Use another project, or run this ` +
  `command again with --adopt-bucket if these files may be deleted.`;

const describeShared = (name: string) =>
  `gs://${name} has files or rules that are not the portal's. Its access and soft delete were not changed. To make all files private ` +
  `and turn off soft delete, run this command again with --adopt-bucket.`;

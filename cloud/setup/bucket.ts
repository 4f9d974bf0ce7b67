import { z } from 'zod';
import { differs } from './differs.ts';
import { NOTHING, oneChange, type Setup, type Step } from './step.ts';

const FIREBASE_STORAGE = 'firebasestorage.googleapis.com/v1beta';
const STORAGE = 'storage.googleapis.com/storage/v1';

/**
 * A second net below the nightly cleanup. A file may wait three days for its batch, which lives three days, and the cleanup
 * comes within another day.
 */
const MAX_AGE_DAYS = 7;

const SETTINGS = {
  iamConfiguration: {
    uniformBucketLevelAccess: { enabled: true },
    publicAccessPrevention: 'enforced',
  },
  lifecycle: {
    rule: [
      { action: { type: 'Delete' }, condition: { age: MAX_AGE_DAYS } },
      { action: { type: 'AbortIncompleteMultipartUpload' }, condition: { age: 1 } },
    ],
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
    if (await readDefaultBucket(setup)) return NOTHING;
    const { google, project, region } = setup;
    return oneChange(`create gs://${await findBucket(setup)} in ${region}`, () =>
      google.call('POST', `${FIREBASE_STORAGE}/projects/${project}/defaultBucket`, {
        location: region,
        storageClass: 'STANDARD',
      }),
    );
  },
};

export const bucketSettings: Step = {
  title: 'Settings of the bucket',
  async plan(setup) {
    const path = `${STORAGE}/b/${await findBucket(setup)}`;
    if (!differs(SETTINGS, await setup.google.read(z.looseObject({}), path))) return NOTHING;
    return oneChange(`delete files after ${MAX_AGE_DAYS} days for good, and never make them public`, () =>
      setup.google.call('PATCH', path, SETTINGS),
    );
  },
};

/** Settings of the project that a deployment does not change. */
import type { PublicSettings } from '@portal/contracts/settings';
import { z } from 'zod';
import { FOLDERS } from '../setup/bucket.ts';
import { deployCommand, logsCommand, setupCommand } from './commands.ts';
import { failed, passed, type Row } from './report.ts';
import type { Target } from './target.ts';

/** Of `functions/src/index.ts`. */
const SCHEDULED = ['cleanup', 'sweepBatches'];
/** Pictures expire after three days; the bucket's own rule must not be faster. */
const MIN_LIFECYCLE_DAYS = 4;

const DatabaseSchema = z.object({
  type: z.string(),
  locationId: z.string(),
  pointInTimeRecoveryEnablement: z.string().default('POINT_IN_TIME_RECOVERY_DISABLED'),
});

/** https://cloud.google.com/firestore/docs/reference/rest/v1/projects.databases */
export async function checkDatabase({ google, project, urls }: Target): Promise<Row[]> {
  const { type, locationId, pointInTimeRecoveryEnablement } = await google.call(
    DatabaseSchema,
    'GET',
    `${urls.firestoreAdmin}/v1/projects/${project}/databases/(default)`,
  );
  return [
    type === 'FIRESTORE_NATIVE'
      ? passed('database: mode', `native mode in ${locationId}`)
      : failed('database: mode', type, 'Create the database in native mode: the mode cannot be changed.'),
    pointInTimeRecoveryEnablement === 'POINT_IN_TIME_RECOVERY_ENABLED'
      ? passed('database: PITR', 'enabled')
      : failed('database: PITR', 'disabled', setupCommand(project)),
  ];
}

const RuleSchema = z.object({
  action: z.object({ type: z.string() }),
  condition: z.object({ age: z.number().optional(), matchesPrefix: z.array(z.string()).optional() }),
});
const BucketSchema = z.object({
  location: z.string(),
  lifecycle: z.object({ rule: z.array(RuleSchema).default([]) }).default({ rule: [] }),
});

const isOnPortalFiles = (prefixes: readonly string[] | undefined): boolean =>
  prefixes?.some((prefix) =>
    FOLDERS.some((folder) => folder.startsWith(prefix) || prefix.startsWith(folder)),
  ) ?? true;

/** https://cloud.google.com/storage/docs/json_api/v1/buckets */
export async function checkBucket(
  { google, project, urls }: Target,
  { firebase }: PublicSettings,
): Promise<Row[]> {
  const { storageBucket: bucket } = firebase;
  const { location, lifecycle } = await google.call(
    BucketSchema,
    'GET',
    `${urls.storage}/storage/v1/b/${bucket}`,
  );
  const ages = lifecycle.rule.flatMap(({ action, condition }) =>
    action.type === 'Delete' && condition.age !== undefined && isOnPortalFiles(condition.matchesPrefix)
      ? [condition.age]
      : [],
  );
  const age = Math.min(...ages);
  const todo = setupCommand(project);
  if (ages.length === 0) return [failed('bucket: lifecycle', 'nothing is deleted by age', todo)];
  return [
    age >= MIN_LIFECYCLE_DAYS
      ? passed('bucket: lifecycle', `deletes after ${age} days, in ${location}`)
      : failed('bucket: lifecycle', `deletes after ${age} days, before the portal does`, todo),
  ];
}

const JobSchema = z.object({
  name: z.string(),
  state: z.string(),
  scheduleTime: z.coerce.date().optional(),
  /** Empty or without a code if the last run succeeded. */
  status: z.object({ code: z.number().default(0) }).default({ code: 0 }),
});

/** https://cloud.google.com/scheduler/docs/reference/rest/v1/projects.locations.jobs */
export async function checkSchedules(target: Target): Promise<Row[]> {
  const { google, project, region, urls } = target;
  const jobs = await google.list(
    JobSchema,
    'jobs',
    `${urls.scheduler}/v1/projects/${project}/locations/${region}/jobs`,
  );
  return SCHEDULED.map((name) => {
    const check = `schedule: ${name}`;
    // As firebase-tools names it: lib/deploy/functions/backend.js
    const id = `firebase-schedule-${name}-${region}`;
    const job = jobs.find((candidate) => candidate.name.endsWith(`/${id}`));
    const at = `--location=${region} --project=${project}`;
    if (!job) {
      return failed(check, 'missing', deployCommand(project, 'functions'));
    }
    if (job.state !== 'ENABLED' || !job.scheduleTime) {
      return failed(check, job.state, `Run "gcloud scheduler jobs resume ${id} ${at}".`);
    }
    if (job.status.code !== 0) {
      return failed(check, `the last run failed with code ${job.status.code}`, logsCommand(target, name));
    }
    return passed(check, `next run ${job.scheduleTime.toISOString()}`);
  });
}

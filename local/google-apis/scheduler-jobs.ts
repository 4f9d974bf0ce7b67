import { parseSchedule } from '../parse-schedule.ts';
import { listFunctions } from '../schedules.ts';
import type { GoogleApisOptions } from './start-google-apis.ts';

/** A job for each scheduled function, named as firebase-tools names it (`lib/deploy/functions/backend.js`). */
export async function listJobs({ projectId, functionsUrl }: GoogleApisOptions, [location = '']: string[]) {
  const { scheduled } = await listFunctions(functionsUrl);
  return {
    jobs: scheduled
      .filter(({ region }) => region === location)
      .map(({ name, schedule, timeZone }) => ({
        name: `projects/${projectId}/locations/${location}/jobs/firebase-schedule-${name}-${location}`,
        schedule,
        timeZone,
        state: 'ENABLED',
        scheduleTime: parseSchedule(schedule, timeZone).nextRun()?.toISOString(),
      })),
  };
}

import { z } from 'zod';
import { parseSchedule } from './parse-schedule.ts';
import { describeError, type Reporter } from './reporter.ts';

/** Too frequent to report. */
const EVERY_MINUTE = '* * * * *';

const BackendsSchema = z.object({
  backends: z.array(
    z.object({
      functionTriggers: z.array(
        z.object({
          name: z.string(),
          region: z.string(),
          schedule: z.object({ schedule: z.string(), timeZone: z.string().nullish() }).optional(),
        }),
      ),
    }),
  ),
});

export interface ScheduledFunction {
  name: string;
  region: string;
  schedule: string;
  timeZone: string;
}

export interface FunctionsEmulator {
  functionsUrl: string;
  projectId: string;
}

export interface FunctionList {
  names: string[];
  scheduled: ScheduledFunction[];
}

export async function listFunctions(functionsUrl: string): Promise<FunctionList> {
  const response = await fetch(new URL('/backends', functionsUrl));
  const { backends } = BackendsSchema.parse(await response.json());
  const triggers = backends.flatMap((backend) => backend.functionTriggers);
  return {
    names: triggers.map(({ name }) => name),
    scheduled: triggers.flatMap(({ name, region, schedule }) =>
      schedule ? [{ name, region, schedule: schedule.schedule, timeZone: schedule.timeZone ?? 'UTC' }] : [],
    ),
  };
}

/** Calls the function as Cloud Scheduler does. The emulator never triggers it, but serves it at this address. */
export async function runScheduled(
  { functionsUrl, projectId }: FunctionsEmulator,
  { name, region }: Pick<ScheduledFunction, 'name' | 'region'>,
  scheduleTime: Date,
): Promise<void> {
  const url = new URL(`/${projectId}/${region}/${name}-0`, functionsUrl);
  const headers = {
    'X-CloudScheduler': 'true',
    'X-CloudScheduler-JobName': name,
    'X-CloudScheduler-ScheduleTime': scheduleTime.toISOString(),
  };
  const response = await fetch(url, { method: 'POST', headers });
  if (!response.ok) throw new Error(`${name} answered ${response.status}: ${await response.text()}`);
}

/** Runs the functions that are due at the start of every minute. Minutes that the machine slept through are skipped. */
export function startSchedules(emulator: FunctionsEmulator, reporter: Reporter): { stop(): void } {
  const fireIfDue = async (scheduledFunction: ScheduledFunction, minute: Date) => {
    const { name, schedule, timeZone } = scheduledFunction;
    if (!parseSchedule(schedule, timeZone).match(minute)) return;
    await runScheduled(emulator, scheduledFunction, minute);
    if (schedule !== EVERY_MINUTE) reporter.done(`${name} ran on its schedule (${schedule})`);
  };
  const reportFailure = (error: unknown) => reporter.failed(describeError(error));
  const fireAllDue = async (minute: Date) => {
    const { scheduled } = await listFunctions(emulator.functionsUrl);
    await Promise.all(scheduled.map((found) => fireIfDue(found, minute).catch(reportFailure)));
  };
  let timer: NodeJS.Timeout;
  const waitFor = (due: number) => {
    timer = setTimeout(() => {
      const wasAsleep = Date.now() - due >= minuteMs;
      if (!wasAsleep) fireAllDue(new Date(due)).catch(reportFailure);
      waitFor(Math.max(due + minuteMs, nextMinute()));
    }, due - Date.now());
  };
  waitFor(nextMinute());
  return { stop: () => clearTimeout(timer) };
}

const minuteMs = 60_000;
const nextMinute = () => (Math.floor(Date.now() / minuteMs) + 1) * minuteMs;

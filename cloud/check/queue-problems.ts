import { z } from 'zod';
import { deployCommand, logsCommand, setupCommand } from './commands.ts';
import { GoogleError } from '../google-api.ts';
import type { Target } from './target.ts';

const QueueSchema = z.object({ state: z.string() });
const TaskSchema = z.object({
  dispatchCount: z.number().default(0),
  lastAttempt: z
    .object({
      responseStatus: z.object({ code: z.number().default(0), message: z.string().default('') }).optional(),
    })
    .optional(),
});

const deploy = ({ project }: Target, name: string) => deployCommand(project, `functions:${name}`);

/** `problem` is the code of firebase-admin's error, as in `permission-denied`. */
export function explainEnqueue(target: Target, name: string, problem: string): string {
  switch (problem) {
    case 'not-found':
      return deploy(target, name);
    case 'permission-denied':
      // A deployment grants Cloud Tasks Enqueuer on the queue, the setup lets each account act as itself (decision 026).
      return `${setupCommand(target.project)} ${deploy(target, name)}`;
    default:
      return logsCommand(target, 'api');
  }
}

/**
 * Why a task did not arrive, from the queue and the task's last attempt.
 * https://cloud.google.com/tasks/docs/reference/rest/v2/projects.locations.queues.tasks#Attempt
 */
export async function explainDelivery(
  target: Target,
  name: string,
  task: string,
): Promise<{ detail: string; todo: string }> {
  const { google, project, region, urls } = target;
  const at = `--location=${region} --project=${project}`;
  const queue = `${urls.tasks}/v2/projects/${project}/locations/${region}/queues/${name}`;
  const logs = logsCommand(target, name);
  try {
    const { state } = await google.call(QueueSchema, 'GET', queue);
    if (state !== 'RUNNING') {
      return { detail: `the queue is ${state}`, todo: `Run "gcloud tasks queues resume ${name} ${at}".` };
    }
    const { dispatchCount, lastAttempt } = await google.call(TaskSchema, 'GET', `${queue}/tasks/${task}`);
    const status = lastAttempt?.responseStatus;
    if (!status) {
      const todo = 'Wait until the queue is shorter, then check again (docs/operations/stuck-queue.md).';
      return { detail: `not delivered yet, ${dispatchCount} attempts`, todo };
    }
    return {
      detail: `code ${status.code} ${status.message}`,
      todo: explainStatus(target, name, status.code) ?? logs,
    };
  } catch (error) {
    if (error instanceof GoogleError && error.status === 'NOT_FOUND') {
      return { detail: 'the task is gone, but its function recorded no delivery', todo: logs };
    }
    return {
      detail: `not delivered (${error instanceof GoogleError ? error.describe() : String(error)})`,
      todo: logs,
    };
  }
}

/** Codes of google.rpc.Code. */
function explainStatus(target: Target, name: string, code: number): string | undefined {
  switch (code) {
    case 7: // PERMISSION_DENIED
    case 16: // UNAUTHENTICATED
      // A deployment grants Cloud Run Invoker to the accounts that enqueue tasks (decision 026).
      return `The account that signs the tasks needs roles/run.invoker on the function. ${deploy(target, name)}`;
    case 5: // NOT_FOUND
      return `The task's address is not that of the function. ${deploy(target, name)}`;
    default:
      return undefined;
  }
}

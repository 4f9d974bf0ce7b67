import { listPipelinePrompts, type Pipeline } from '@portal/contracts/pipelines';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { call } from '../../../client/api/client.ts';
import { NEW_JOB_PATH } from '../../../pictures/batches/jobs-path.ts';
import { useUserId } from '../../../client/session/use-user-id.ts';
import { toastFailure } from '../../../client/toast/toast-store.ts';
import { afterDialogs } from '../../../ui/dialog-history.ts';
import { fromRecipe } from '../form/from-recipe.ts';
import { readJobDraft, writeJobDraft } from '../form/job-draft.ts';
import { toPromptList, writePrompts } from '../form/prompts-draft.ts';
import { useStartJob } from '../form/use-start-job.ts';
import { toSettings } from './to-settings.ts';

/** Uses a job's prompts and settings again: in the form, also with only some of the prompts, or at once. */
export function useSendAgain(job: Pipeline) {
  const userId = useUserId();
  const navigate = useNavigate();
  const { start, isSending } = useStartJob();
  const read = useMutation({
    mutationFn: async () => (await call(listPipelinePrompts, { params: { id: job.id } })).prompts,
    onError: () => toastFailure(),
  });
  return {
    fillForm: (only?: ReadonlySet<string>) =>
      read.mutate(undefined, {
        onSuccess: (prompts) => {
          writeJobDraft(userId, { ...fromRecipe(job, readJobDraft(userId)), name: job.name, startAt: '' });
          writePrompts(userId, toPromptList(prompts.filter(({ prompt }) => only?.has(prompt) ?? true)));
          void afterDialogs()
            .then(() => navigate(NEW_JOB_PATH))
            .then(() => scrollTo(0, 0));
        },
      }),
    startNow: () =>
      read.mutate(undefined, {
        // The same job in every tab, and after Back: this one goes on saying that it was not started.
        onSuccess: (prompts) =>
          start(
            {
              ...toSettings(job),
              prompts,
              name: job.name,
              restartOf: { pipelineId: job.id, estimate: job.estimate },
            },
            `start-${job.id}`,
          ),
      }),
    isStarting: read.isPending || isSending,
  };
}

import { listPipelinePrompts, type Pipeline } from '@portal/contracts/pipelines';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { isRefusal } from '../../../client/api/api-failure.ts';
import { call } from '../../../client/api/client.ts';
import { NEW_JOB_PATH } from '../../../pictures/batches/jobs-path.ts';
import { useUserId } from '../../../client/session/use-user-id.ts';
import { toast, toastFailure } from '../../../client/toast/toast-store.ts';
import { afterDialogs } from '../../../ui/dialog-history.ts';
import { fromRecipe } from '../form/from-recipe.ts';
import { readJobDraft, writeJobDraft } from '../form/job-draft.ts';
import { hasUnsent, markSent, toPromptList, writePrompts } from '../form/prompts-draft.ts';
import { useStartJob } from '../form/use-start-job.ts';
import { toSettings } from './to-settings.ts';

/** Uses a job's prompts and settings again: in the form, also with only some of the prompts, or at once. */
export function useSendAgain(job: Pipeline) {
  const userId = useUserId();
  const navigate = useNavigate();
  const { start, isSending } = useStartJob();
  const read = useMutation({
    mutationFn: async () => (await call(listPipelinePrompts, { params: { id: job.id } })).prompts,
    onError: (error) => {
      if (isRefusal(error) && error.reason !== undefined)
        toast('The prompts could not be loaded', { description: error.reason, isDestructive: true });
      else toastFailure();
    },
  });
  const [asked, setAsked] = useState<{ only: ReadonlySet<string> | undefined; isOpen: boolean }>();
  const fillForm = (only: ReadonlySet<string> | undefined) =>
    read.mutate(undefined, {
      onSuccess: (prompts) => {
        writeJobDraft(userId, { ...fromRecipe(job, readJobDraft(userId)), name: job.name, startAt: '' });
        const list = toPromptList(prompts.filter(({ prompt }) => only?.has(prompt) ?? true));
        writePrompts(userId, list);
        markSent(userId, list);
        void afterDialogs()
          .then(() => navigate(NEW_JOB_PATH))
          .then(() => scrollTo(0, 0));
      },
    });
  return {
    /** Asks first if the form has prompts that no job has. */
    fillForm: (only?: ReadonlySet<string>) =>
      hasUnsent(userId) ? setAsked({ only, isOpen: true }) : fillForm(only),
    question: {
      isOpen: asked?.isOpen ?? false,
      onConfirm: () => fillForm(asked?.only),
      onClose: () => setAsked(asked && { ...asked, isOpen: false }),
    },
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

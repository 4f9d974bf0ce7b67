import {
  cancelPipeline,
  choosePictures,
  deletePipeline,
  retryPipeline,
  type Pipeline,
} from '@portal/contracts/pipelines';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { describeFailure, isRefusal } from '../../../client/api/api-failure.ts';
import { call } from '../../../client/api/client.ts';
import { useUserId } from '../../../client/session/use-user-id.ts';
import { JOBS_PATH, makeJobPath } from '../../../pictures/batches/jobs-path.ts';
import { pipelineQuery, pipelinesQuery } from '../../../tools/pipelines/pipelines-query.ts';
import { toast } from '../../../client/toast/toast-store.ts';
import { afterDialogs } from '../../../ui/dialog-history.ts';
import { countOf } from '../../../ui/count.ts';
import { dropChoice } from './choice-draft.ts';

/** What can be done with a whole job. */
export function useJobActions(job: Pick<Pipeline, 'id' | 'name'>) {
  const { id, name } = job;
  const client = useQueryClient();
  const navigate = useNavigate();
  const userId = useUserId();
  const params = { id };
  const showList = () => client.invalidateQueries({ queryKey: pipelinesQuery.queryKey });
  const show = (next: Pipeline) => client.setQueryData(pipelineQuery(id).queryKey, next);
  const onError = (error: Error) => {
    // Otherwise the answer may be lost, and the change made.
    if (isRefusal(error))
      toast('Nothing was changed', {
        description: error.reason ?? describeFailure(error),
        isDestructive: true,
      });
    else
      toast('Change not confirmed', {
        description: 'Look at the job before you try again.',
        isDestructive: true,
      });
  };
  const cancel = useMutation({
    mutationFn: () => call(cancelPipeline, { params }),
    onSuccess: show,
    onError,
    onSettled: showList,
  });
  const retry = useMutation({
    mutationFn: (includeUncertain: boolean) => call(retryPipeline, { params, body: { includeUncertain } }),
    onSuccess: async ({ pipelineId }) => {
      toast('Retry started', { description: 'This is the new job. The old one stays in the list.' });
      await afterDialogs();
      await navigate(makeJobPath(pipelineId));
      scrollTo(0, 0);
    },
    onError,
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: pipelineQuery(id).queryKey });
      await showList();
    },
  });
  const choose = useMutation({
    mutationFn: (pictures: { batchId: string; index: number }[]) =>
      call(choosePictures, { params, body: { pictures } }),
    onSuccess: (next, pictures) => {
      show(next);
      toast(describeChosen(pictures.length, next));
    },
    onError,
    onSettled: showList,
  });
  const remove = useMutation({
    mutationFn: () => call(deletePipeline, { params }),
    onSuccess: async () => {
      dropChoice(userId, id);
      toast(`“${name}” deleted`);
      await afterDialogs();
      await navigate(JOBS_PATH);
      client.removeQueries({ queryKey: pipelineQuery(id).queryKey });
    },
    onError,
    onSettled: showList,
  });
  return { cancel, retry, choose, remove };
}

function describeChosen(count: number, { state }: Pipeline): string {
  if (count === 0) return state === 'ended' ? 'The job has ended' : 'Continuing without these pictures';
  return `Continuing with ${countOf(count, 'picture')}`;
}

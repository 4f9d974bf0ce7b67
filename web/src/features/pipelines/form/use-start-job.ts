import { startPipeline, type PipelineRequest } from '@portal/contracts/pipelines';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { ApiFailure, describeFailure, isRefusal } from '../../../client/api/api-failure.ts';
import { call } from '../../../client/api/client.ts';
import { browserConnection } from '../../../client/connection/connection.ts';
import { geminiStatsQuery } from '../../../tools/generation/form-queries.ts';
import { forgetIdempotencyKey, getIdempotencyKey } from '../../../tools/generation/idempotency-key.ts';
import { makeJobPath } from '../../../pictures/batches/jobs-path.ts';
import { pipelineQuery, pipelinesQuery } from '../../../tools/pipelines/pipelines-query.ts';
import { useUserId } from '../../../client/session/use-user-id.ts';
import { toast, toastFailure } from '../../../client/toast/toast-store.ts';
import { afterDialogs } from '../../../ui/dialog-history.ts';

const OFFLINE = 'Start the job again once you’re back online. You won’t pay twice.';

interface Start {
  request: PipelineRequest;
  /** Default: one of this tab, until the job has started. */
  idempotencyKey: string | undefined;
}

/** Starts a job once, however often it is tried, and opens its page. */
export function useStartJob(onStarted?: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const keyName = `portal:job-key:${useUserId()}`;
  const { mutate, isPending } = useMutation({
    mutationKey: [startPipeline.path],
    mutationFn: async ({ request, idempotencyKey }: Start) =>
      call(startPipeline, {
        body: request,
        headers: {
          'Idempotency-Key': idempotencyKey ?? (await getIdempotencyKey(sessionStorage, keyName, request)),
          // The job is named by the user's local time.
          'X-Time-Zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
        },
      }),
    onSuccess: async ({ pipelineId }, { request, idempotencyKey }) => {
      if (idempotencyKey === undefined) await forgetIdempotencyKey(sessionStorage, keyName, request);
      void client.invalidateQueries({ queryKey: geminiStatsQuery.queryKey });
      void client.invalidateQueries({ queryKey: pipelinesQuery.queryKey });
      onStarted?.();
      await afterDialogs();
      await navigate(makeJobPath(pipelineId));
      scrollTo(0, 0);
    },
    onError: (error, { request: { restartOf } }) => {
      // Its price may have risen.
      if (restartOf)
        void client.invalidateQueries({ queryKey: pipelineQuery(restartOf.pipelineId).queryKey });
      if (!browserConnection.isOnline())
        toast('You’re offline', { description: OFFLINE, isDestructive: true });
      else if (isRefusal(error))
        toast('The job was not started', { description: describeRefusal(error), isDestructive: true });
      else toastFailure();
    },
  });
  return {
    start: (request: PipelineRequest, idempotencyKey?: string) => {
      // A double click calls this twice before the first render.
      if (client.isMutating({ mutationKey: [startPipeline.path] }) === 0) mutate({ request, idempotencyKey });
    },
    isSending: isPending,
  };
}

const describeRefusal = (failure: ApiFailure): string => failure.reason ?? describeFailure(failure);

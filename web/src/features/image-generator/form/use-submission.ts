import type { GenerationRequest } from '@portal/contracts/generation-request';
import { generateImages, generatorCalls } from '@portal/contracts/image-generator';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isRefusal } from '../../../client/api/api-failure.ts';
import { call } from '../../../client/api/client.ts';
import { useUserId } from '../../../client/session/use-user-id.ts';
import { findWarning } from '../../../tools/spend/find-warning.ts';
import { roomQuery } from '../../../tools/spend/room-query.ts';
import { toast, toastFailure } from '../../../client/toast/toast-store.ts';
import { browserConnection } from '../../../client/connection/connection.ts';
import { describeMissing } from '../../../tools/generation/describe-missing.ts';
import { isField } from '../../../tools/generation/form-values.ts';
import { forgetIdempotencyKey, getIdempotencyKey } from '../../../tools/generation/idempotency-key.ts';
import { geminiStatsQuery, pricingQuery } from '../../../tools/generation/form-queries.ts';
import { findExpectedDollars, isHalfPriced, NO_PRICES } from '../../../tools/generation/estimate.ts';
import { addPrompt } from './prompt-history.ts';
import { rememberSettings } from '../../../tools/generation/remembered-settings.ts';
import { checkValues } from '../../../tools/generation/to-request.ts';
import { dropHalfPrice, type GenerationFormState } from './use-generation-form.ts';

const OFFLINE = 'Generate again once you’re back online. You won’t pay twice.';

/** Submits the form. `onStarted` is called once the history has the new batch. */
export function useSubmission(form: GenerationFormState, onStarted: () => void) {
  const client = useQueryClient();
  const userId = useUserId();
  const keyName = `portal:generation-key:${userId}`;
  const { mutate, isPending } = useMutation({
    mutationKey: [generateImages.path],
    mutationFn: async (request: GenerationRequest & { isHalfPrice?: boolean }) =>
      call(generateImages, {
        body: request,
        headers: {
          'Idempotency-Key': await getIdempotencyKey(sessionStorage, keyName, request),
          // The batch is named by the user's local time.
          'X-Time-Zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
        },
      }),
    onSuccess: async (_started, request) => {
      await forgetIdempotencyKey(sessionStorage, keyName, request);
      // The next batch waits a day only if that is chosen again. The form may be gone by now.
      form.setValue('isHalfPrice', false);
      dropHalfPrice(userId);
      void client.invalidateQueries({ queryKey: geminiStatsQuery.queryKey });
      await client.invalidateQueries({ queryKey: [generatorCalls.list.path], exact: true });
      onStarted();
    },
    onError: (error) => {
      const isRejected = isRefusal(error) && error.reason !== undefined;
      if (!browserConnection.isOnline())
        toast('You’re offline', { description: OFFLINE, isDestructive: true });
      else if (isRejected) toast('Error', { description: error.reason ?? '', isDestructive: true });
      else toastFailure();
    },
  });

  const submit = form.handleSubmit(
    (request) => {
      const isLimitReached =
        request.provider === 'google' &&
        client.getQueryData(geminiStatsQuery.queryKey)?.limitReached === true;
      // A double click calls this twice before the first render.
      const prices = client.getQueryData(pricingQuery.queryKey) ?? NO_PRICES;
      const dollars = findExpectedDollars(prices, form.getValues());
      const isTooMuch = findWarning(client.getQueryData(roomQuery.queryKey), dollars)?.isBlocking === true;
      if (client.isMutating({ mutationKey: [generateImages.path] }) > 0 || isLimitReached || isTooMuch)
        return;
      addPrompt(localStorage, userId, request.prompt);
      rememberSettings(localStorage, userId, form.getValues());
      mutate(isHalfPriced(form.getValues()) ? { ...request, isHalfPrice: true } : request);
    },
    () => {
      const answer = checkValues(form.getValues());
      if ('request' in answer) return;
      toast('Missing Required Fields', {
        description: describeMissing(answer.errors),
        isDestructive: true,
      });
      const first = Object.keys(answer.errors).find(isField);
      if (first) form.setFocus(first);
    },
  );
  return { submit, isSending: isPending };
}

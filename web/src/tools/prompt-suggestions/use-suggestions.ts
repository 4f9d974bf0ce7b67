import {
  getSuggestionPrice,
  MAX_KNOWN_PROMPTS,
  suggestPrompts,
  SuggestionRequestSchema,
} from '@portal/contracts/prompt-suggestions';
import { MAX_PROMPT_LENGTH } from '@portal/contracts/generation-request';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { ApiFailure, describeFailure, isRefusal } from '../../client/api/api-failure.ts';
import { call } from '../../client/api/client.ts';
import { withRetries } from '../../client/api/retry.ts';
import { browserConnection } from '../../client/connection/connection.ts';
import { useUserId } from '../../client/session/use-user-id.ts';
import { forgetIdempotencyKey, getIdempotencyKey } from '../generation/idempotency-key.ts';
import { PRICE_OPTIONS } from '../spend/price-options.ts';
import { readPaid, toPaid, writePaid, type SuggestionRow, type Wishes } from './suggestions-draft.ts';

/** The server answers within one; a lost answer is fetched again. */
const MAX_MS = 3 * 60 * 1000;
const OFFLINE = 'You’re offline. Ask again once you’re back online. You won’t pay twice.';

/** Dollars of one prompt. */
export const suggestionPriceQuery = queryOptions({
  queryKey: [getSuggestionPrice.path],
  queryFn: () => call(getSuggestionPrice),
  ...PRICE_OPTIONS,
});

interface Asked {
  wishes: Wishes;
  known: readonly string[];
}

const toBody = ({ wishes, known }: Asked) =>
  SuggestionRequestSchema.parse({
    ...wishes,
    known: known.slice(-MAX_KNOWN_PROMPTS).map((prompt) => prompt.slice(0, MAX_PROMPT_LENGTH)),
  });

/** Asks for prompts, once however often it is tried, and keeps what is paid for until it is added or discarded. */
export function useSuggestions() {
  const userId = useUserId();
  const keyName = `portal:suggestions-key:${userId}`;
  const [paid, setPaid] = useState(() => readPaid(userId));
  useEffect(() => writePaid(userId, paid), [userId, paid]);
  const changeRows = useCallback(
    (change: (rows: readonly SuggestionRow[]) => SuggestionRow[]) =>
      setPaid((before) => before && { ...before, rows: change(before.rows) }),
    [],
  );
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (asked: Asked) => {
      const body = toBody(asked);
      const headers = { 'Idempotency-Key': await getIdempotencyKey(sessionStorage, keyName, body) };
      return withRetries(() => call(suggestPrompts, { body, headers }), {
        signal: AbortSignal.timeout(MAX_MS),
      });
    },
    onSuccess: async (made, asked) => {
      const { wishes } = asked;
      const bought = toPaid(made, wishes.count);
      // At once: the person may have left the page.
      writePaid(userId, bought);
      setPaid(bought);
      await forgetIdempotencyKey(sessionStorage, keyName, toBody(asked));
    },
    onError: async (failure, asked) => {
      // The server has decided: the same key would get the same answer.
      if (failure instanceof ApiFailure && failure.status === 409)
        await forgetIdempotencyKey(sessionStorage, keyName, toBody(asked));
    },
  });
  return {
    suggest: (wishes: Wishes, known: readonly string[]) => mutate({ wishes, known }),
    isWriting: isPending,
    problem: error ? describe(error) : undefined,
    /** Forgets the problem. */
    reset,
    paid,
    changeRows,
    /** Forgets what is paid for. */
    clear: () => setPaid(undefined),
  };
}

function describe(error: Error): string {
  if (!browserConnection.isOnline()) return OFFLINE;
  const reason = isRefusal(error) ? error.reason : undefined;
  return reason ?? `${describeFailure(error)} You won’t pay twice.`;
}

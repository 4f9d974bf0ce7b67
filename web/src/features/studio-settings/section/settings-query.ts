import { getStudioSettings, type StudioSettings } from '@portal/contracts/studio-settings';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiFailure } from '../../../client/api/api-failure.ts';
import { call } from '../../../client/api/client.ts';
import { pollEvery } from '../../../pictures/batches/poll-batches.ts';
import { invalidatePrices } from '../../../tools/spend/price-options.ts';
import { toast, toastFailure } from '../../../client/toast/toast-store.ts';

const REFRESH_MS = 30_000;

export const settingsQuery = queryOptions({
  queryKey: [getStudioSettings.path],
  queryFn: () => call(getStudioSettings),
  ...pollEvery(() => REFRESH_MS),
});

/** Saves one section. If another admin saved first, loads their version. */
export function useSave<Settings>(
  { title, isDirty }: { title: string; isDirty: boolean },
  send: (settings: Settings) => Promise<StudioSettings>,
  onSaved: (saved: StudioSettings) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (settings: Settings) => {
      const saved = await send(settings);
      // A poll in progress may return the old settings.
      await client.cancelQueries({ queryKey: settingsQuery.queryKey });
      return saved;
    },
    onSuccess: (saved) => {
      onSaved(saved);
      client.setQueryData(settingsQuery.queryKey, saved);
      void invalidatePrices(client);
      toast(`${title} saved`);
    },
    onError: (error) => {
      const isConflict = error instanceof ApiFailure && error.status === 409;
      if (!isConflict) return toastFailure();
      void client.invalidateQueries({ queryKey: settingsQuery.queryKey });
      // A form with changes says it itself.
      if (isDirty) return;
      toast(`${title} not saved`, {
        description: 'Another admin changed these settings. Check them and try again.',
        isDestructive: true,
      });
    },
  });
}

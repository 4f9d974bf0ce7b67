import { getSpendRoom, type SpendRoom } from '@portal/contracts/spend';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../client/api/client.ts';
import { pollEvery } from '../../pictures/batches/poll-batches.ts';

const LIMITED_MS = 60_000;
/** Until an admin sets a first limit. */
const UNLIMITED_MS = 10 * LIMITED_MS;

/** What the user may still spend this month. Failures are silent: the server refuses what does not fit. */
export const roomQuery = queryOptions({
  queryKey: [getSpendRoom.path],
  queryFn: () => call(getSpendRoom),
  ...pollEvery((room: SpendRoom | undefined) => ((room?.person ?? room?.studio) ? LIMITED_MS : UNLIMITED_MS)),
  // Shared by the account menu and the forms.
  staleTime: 5000,
});

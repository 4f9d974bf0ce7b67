import { ApiFailure } from '../../client/api/api-failure.ts';
import { isSent, type Selected } from './selected.ts';

const GONE = 'Its batch was deleted or has expired. Remove this image.';

/** The sent pictures that the server refused, by key, with the reason. */
export function findRefused(error: unknown, selected: readonly Selected[]): Map<string, string> {
  const refused = new Map<string, string>();
  if (!(error instanceof ApiFailure)) return refused;
  for (const { path, message } of error.details) {
    const place = /^files\.(\d+)/.exec(path)?.[1];
    const named = place === undefined ? undefined : selected[Number(place)];
    if (!named || !isSent(named)) continue;
    refused.set(named.key, message);
    if (error.status !== 404) continue;
    // The server names one picture of a missing batch.
    const { batchId } = named.sent.from;
    for (const one of selected)
      if (isSent(one) && one.sent.from.batchId === batchId) refused.set(one.key, GONE);
  }
  return refused;
}

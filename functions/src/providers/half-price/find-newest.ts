import type { ProviderAnswer } from '../provider-answer.ts';

interface Page {
  batches: { name: string; id: string | undefined; createdAt: Date }[];
  /** Undefined after the last page. */
  next: string | undefined;
}

const MAX_PAGES = 20;
/** Clocks differ, and providers do not promise that their lists are sorted to the second. */
const MARGIN_MS = 60 * 60 * 1000;

/**
 * The newest provider batch with our id. Ends at a page that is older than `since`, if the list is sorted. Fails rather
 * than saying that there is none when there are too many pages: whoever asks would create a second one.
 */
export async function findNewest(
  id: string,
  since: Date,
  readPage: (after: string | undefined) => Promise<ProviderAnswer<Page>>,
): Promise<ProviderAnswer<string | undefined>> {
  let after: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await readPage(after);
    if (answer.kind !== 'made') return answer;
    const { batches, next } = answer.made;
    const [newest] = batches
      .filter((batch) => batch.id === id)
      .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
    if (newest) return { kind: 'made', made: newest.name };
    if (next === undefined || isOlder(batches, since)) return { kind: 'made', made: undefined };
    after = next;
  }
  return { kind: 'unavailable', detail: `more than ${MAX_PAGES} pages of batches` };
}

/** Whether the list is sorted, newest first, and has come to batches from before that time. */
function isOlder(batches: Page['batches'], since: Date): boolean {
  const times = batches.map(({ createdAt }) => createdAt.getTime());
  const isSorted = times.length > 1 && times.every((time, index) => time <= (times[index - 1] ?? Infinity));
  return isSorted && Math.min(...times) < since.getTime() - MARGIN_MS;
}

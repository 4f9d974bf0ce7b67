/**
 * Each open dialog has its own entry in the browser history, so that Back closes it. The state of an entry keeps what the
 * router has stored there and adds how many dialogs are open.
 */
import { z } from 'zod';

interface OpenDialog {
  close: () => void;
}

const EntrySchema = z.looseObject({ dialogs: z.number().int().positive() });

/** The topmost dialog is last. */
const dialogs: OpenDialog[] = [];
let isTraversing = false;
let isScheduled = false;
let waiting: (() => void)[] = [];

const readDepth = (): number => EntrySchema.safeParse(history.state).data?.dialogs ?? 0;

/** Whether the current entry is that of a dialog, which is left when it closes. What replaces it is lost then. */
export const isOnDialogEntry = (): boolean => readDepth() > 0;

/** Pushes missing entries, or goes back over the entries of closed dialogs. */
function syncEntries(): void {
  isScheduled = false;
  if (isTraversing) return;
  const depth = readDepth();
  if (depth > dialogs.length) {
    isTraversing = true;
    history.go(dialogs.length - depth);
    return;
  }
  for (let next = depth + 1; next <= dialogs.length; next++) {
    // Moving between these entries keeps the scroll position of the page.
    history.scrollRestoration = 'manual';
    history.pushState({ ...history.state, dialogs: next }, '');
  }
  if (dialogs.length === 0) history.scrollRestoration = 'auto';
  const resumed = waiting;
  waiting = [];
  for (const resume of resumed) resume();
}

/** Deferred, because one dialog may open as another closes, and React's strict mode opens each one twice. */
function scheduleSync(): void {
  if (isScheduled) return;
  isScheduled = true;
  setTimeout(syncEntries);
}

function handleTraversal(): void {
  const isOurs = isTraversing;
  isTraversing = false;
  // Back closes the topmost dialogs. A dialog that stays open gets its entry again.
  if (!isOurs) for (const { close } of dialogs.slice(readDepth()).toReversed()) close();
  scheduleSync();
}

/** Call once. Removes the entries that a reload has left behind. */
export function watchDialogHistory(): void {
  addEventListener('popstate', handleTraversal);
  syncEntries();
}

/** Call when a dialog opens, and the returned function when it has closed. */
export function addDialog(dialog: OpenDialog): () => void {
  dialogs.push(dialog);
  scheduleSync();
  return () => {
    dialogs.splice(dialogs.indexOf(dialog), 1);
    scheduleSync();
  };
}

/** Resolves when the history is back at the page itself. Earlier navigation would be undone. */
export function afterDialogs(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push(resolve);
  scheduleSync();
  return promise;
}

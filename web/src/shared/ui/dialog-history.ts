/**
 * Each open dialog has an entry of its own in the browser's history, so that Back closes it. An entry's state is the page's
 * own (the router finds its place in it), and says how many dialogs are open there.
 */
import { z } from 'zod';

interface OpenDialog {
  close: () => void;
}

const EntrySchema = z.looseObject({ dialogs: z.number().int().positive() });

/** The innermost last. */
const dialogs: OpenDialog[] = [];
let isTraversing = false;
let isScheduled = false;
let waiting: (() => void)[] = [];

const readDepth = (): number => EntrySchema.safeParse(history.state).data?.dialogs ?? 0;

/** Pushes the entries that are missing, or leaves those whose dialogs have closed. */
function settle(): void {
  isScheduled = false;
  if (isTraversing) return;
  const depth = readDepth();
  if (depth > dialogs.length) {
    isTraversing = true;
    history.go(dialogs.length - depth);
    return;
  }
  for (let next = depth + 1; next <= dialogs.length; next++) {
    // Back and forth between these entries, the page stays scrolled as it is.
    history.scrollRestoration = 'manual';
    history.pushState({ ...history.state, dialogs: next }, '');
  }
  if (dialogs.length === 0) history.scrollRestoration = 'auto';
  const settled = waiting;
  waiting = [];
  for (const resume of settled) resume();
}

/** Later: one dialog may open as another closes, and React's strict mode opens each one twice. */
function scheduleSettle(): void {
  if (isScheduled) return;
  isScheduled = true;
  setTimeout(settle);
}

function handleTraversal(): void {
  const isOurs = isTraversing;
  isTraversing = false;
  // Whoever goes back closes what is in front; a dialog that stays open gets its entry again.
  if (!isOurs) for (const { close } of dialogs.slice(readDepth()).toReversed()) close();
  scheduleSettle();
}

/** To be called once. What a reload left of open dialogs is taken out of the way. */
export function watchDialogHistory(): void {
  addEventListener('popstate', handleTraversal);
  settle();
}

/** From when a dialog opens; call what it returns when it has closed. */
export function addDialog(dialog: OpenDialog): () => void {
  dialogs.push(dialog);
  scheduleSettle();
  return () => {
    dialogs.splice(dialogs.indexOf(dialog), 1);
    scheduleSettle();
  };
}

/** Once the history is back at the page itself: what navigates before that would be undone. */
export function afterDialogs(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push(resolve);
  scheduleSettle();
  return promise;
}

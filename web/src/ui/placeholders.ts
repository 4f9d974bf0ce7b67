/** Draws ThumbHashes for pictures that are still loading, a few at a time between other work. */

export interface Placeholder {
  /** For `background-image`. */
  image: string;
  /** The picture is transparent somewhere. */
  hasAlpha: boolean;
}

/** Each takes about 6 kB. */
const MAX_KEPT = 500;
/** Drawing one takes about a third of a millisecond. */
const SLICE_MS = 4;

/** By hash, the oldest first. */
const drawn = new Map<string, Placeholder>();
const waiting = new Map<() => void, string>();
let isDrawing = false;

export const readPlaceholder = (hash: string | undefined): Placeholder | undefined =>
  hash === undefined ? undefined : drawn.get(hash);

/** Calls back once it can be read; never for a hash that is broken. The returned function cancels. */
export function drawPlaceholder(hash: string, onDrawn: () => void): () => void {
  // Each call has its own entry, whatever the callback.
  const entry = () => onDrawn();
  waiting.set(entry, hash);
  if (!isDrawing) void drawAll();
  return () => waiting.delete(entry);
}

async function drawAll(): Promise<void> {
  isDrawing = true;
  try {
    const { thumbHashToDataURL } = await import('thumbhash');
    while (waiting.size > 0) {
      const end = performance.now() + SLICE_MS;
      for (const [onDrawn, hash] of waiting) {
        waiting.delete(onDrawn);
        if (!drawn.has(hash)) draw(hash, thumbHashToDataURL);
        if (drawn.has(hash)) onDrawn();
        if (performance.now() >= end) break;
      }
      // oxlint-disable-next-line no-await-in-loop -- lets the browser paint and react
      await new Promise((resolve) => setTimeout(resolve));
    }
  } catch {
    // The code could not be loaded: pictures load without placeholders.
    waiting.clear();
  } finally {
    isDrawing = false;
  }
}

function draw(hash: string, toDataUrl: (bytes: Uint8Array) => string): void {
  try {
    const bytes = Uint8Array.from(atob(hash), (character) => character.charCodeAt(0));
    if (bytes.length < 5) return;
    // The highest bit of the first three bytes: https://github.com/evanw/thumbhash
    drawn.set(hash, { image: `url("${toDataUrl(bytes)}")`, hasAlpha: ((bytes[2] ?? 0) & 0x80) !== 0 });
  } catch {
    return;
  }
  const [oldest] = drawn.keys();
  if (drawn.size > MAX_KEPT && oldest !== undefined) drawn.delete(oldest);
}

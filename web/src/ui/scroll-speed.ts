/** Faster than people look at pictures, in pixels per millisecond. */
const FAST = 2;
/** How long a fast scroll has to be over. */
const PAUSE_MS = 100;

let fastUntil = -Infinity;
let last = { top: 0, at: 0 };

/** Call after layout, such as in an IntersectionObserver: in a scroll event, the position would force a layout. */
export function measureScroll(top = scrollY, at = performance.now()): void {
  if (Math.abs(top - last.top) / (at - last.at) > FAST) fastUntil = at + PAUSE_MS;
  last = { top, at };
}

/** The position when it was last measured. */
export const readScroll = (): number => last.top;

/** Calls back at once, or once the page no longer scrolls fast. The returned function cancels the call. */
export function waitForSlowScroll(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    const waitMs = fastUntil - performance.now();
    if (waitMs > 0) timer = setTimeout(check, waitMs);
    else run();
  };
  check();
  return () => clearTimeout(timer);
}

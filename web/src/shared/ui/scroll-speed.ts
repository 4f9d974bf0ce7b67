/** Faster than people look at pictures, in pixels per millisecond. */
const FAST = 2;
/** A scroll without events for this long is over. */
const PAUSE_MS = 100;

let fastUntil = -Infinity;
let last = { target: undefined as EventTarget | undefined | null, top: 0, at: 0 };

function measureSpeed({ target, timeStamp: at }: Event): void {
  const { scrollTop: top } = target instanceof Element ? target : document.documentElement;
  const speed = target === last.target ? Math.abs(top - last.top) / (at - last.at) : 0;
  if (speed > FAST) fastUntil = at + PAUSE_MS;
  last = { target, top, at };
}

let isMeasuring = false;

/** Calls back at once, or once the page no longer scrolls fast. The returned function cancels the call. */
export function waitForSlowScroll(run: () => void): () => void {
  if (!isMeasuring) addEventListener('scroll', measureSpeed, { capture: true, passive: true });
  isMeasuring = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    const waitMs = fastUntil - performance.now();
    if (waitMs > 0) timer = setTimeout(check, waitMs);
    else run();
  };
  check();
  return () => clearTimeout(timer);
}

export interface Scroll {
  to: 'start' | 'end';
  speed: number;
}

/** Runs in the page. Scrolls at a steady speed, in pixels per second. Returns the length of each frame in milliseconds. */
export async function scrollSteadily({ to, speed }: Scroll): Promise<number[]> {
  const frames: number[] = [];
  const nextFrame = () => new Promise<number>(requestAnimationFrame);
  let last = await nextFrame();
  const isOver = () =>
    to === 'start'
      ? scrollY <= 0
      : scrollY >= document.documentElement.scrollHeight - document.documentElement.clientHeight - 1;
  while (!isOver()) {
    const now = await nextFrame();
    frames.push(now - last);
    window.scrollBy(0, (to === 'start' ? -1 : 1) * speed * ((now - last) / 1000));
    last = now;
  }
  return frames;
}

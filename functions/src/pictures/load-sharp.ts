/** Loaded on demand: many functions never decode. Settings of libvips are global, so they are here only. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // Pictures are never decoded twice in a row; the cache of operations would only hold memory.
  sharp.cache(false);
  // Threads per picture. Each takes buffers of its own, and an instance has one processor.
  sharp.concurrency(1);
  return sharp;
}

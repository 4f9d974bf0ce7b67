const MAX_EXPECTED_BYTES = 256 * 1024 ** 2;

/** Reads all of a stream. With the right length, a large file is not held twice: as chunks, and joined. */
export async function collectBytes(
  chunks: AsyncIterable<Uint8Array>,
  readLength: () => number | undefined,
): Promise<Buffer> {
  let held: Buffer | undefined;
  let used = 0;
  const rest: Uint8Array[] = [];
  for await (const chunk of chunks) {
    // Not earlier: a response has headers once it has started.
    held ??= Buffer.allocUnsafe(Math.min(readLength() ?? 0, MAX_EXPECTED_BYTES));
    if (rest.length === 0 && used + chunk.length <= held.length) {
      held.set(chunk, used);
      used += chunk.length;
    } else {
      rest.push(chunk);
    }
  }
  const start = (held ?? Buffer.alloc(0)).subarray(0, used);
  return rest.length === 0 ? start : Buffer.concat([start, ...rest]);
}

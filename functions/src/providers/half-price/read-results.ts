import { CallFailed } from '../call-provider.ts';
import type { ProviderAnswer } from '../provider-answer.ts';
import type { LineResult } from './half-price-adapter.ts';

export interface ResultLine {
  index: number;
  /** Throws CallFailed if the line failed. */
  readBody: () => unknown;
}

/** Reads the bodies of wanted lines. A line that cannot be read is a failure of its own. */
export async function* readResults<Made>(
  lines: AsyncIterable<ResultLine>,
  wanted: ReadonlySet<number> | undefined,
  read: (body: unknown, index: number) => ProviderAnswer<Made> | Promise<ProviderAnswer<Made>>,
): AsyncGenerator<LineResult<Made>> {
  for await (const { index, readBody } of lines) {
    if (wanted && !wanted.has(index)) continue;
    yield { index, answer: await readAnswer(() => read(readBody(), index)) };
  }
}

async function readAnswer<Made>(
  read: () => ProviderAnswer<Made> | Promise<ProviderAnswer<Made>>,
): Promise<ProviderAnswer<Made>> {
  try {
    return await read();
  } catch (error) {
    return error instanceof CallFailed ? error.failure : { kind: 'broken-answer', detail: String(error) };
  }
}

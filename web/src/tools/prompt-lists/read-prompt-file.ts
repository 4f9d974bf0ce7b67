import type { PromptFile } from './prompt-list-value.ts';

const MAX_BYTES = 5_000_000;

export const PROMPT_FILE_TYPES = '.csv,.tsv,.txt';

export type ReadFile = { kind: 'lines'; text: string } | { kind: 'table'; file: PromptFile };

/** A reason for the person. */
class UnreadableFile extends Error {}

/** Of what `readPromptFile` or the browser has thrown. */
export const describeReadFailure = (error: unknown): string =>
  error instanceof UnreadableFile ? error.message : 'The files could not be read. Add them again.';

/** A table, or the lines of a text file. */
export async function readPromptFile(file: File): Promise<ReadFile> {
  if (!/\.(?:csv|tsv|txt)$/i.test(file.name)) {
    throw new UnreadableFile(`${file.name} is not a CSV, TSV or TXT file.`);
  }
  if (file.size > MAX_BYTES) throw new UnreadableFile(`${file.name} has more than 5 MB.`);
  const bytes = await file.arrayBuffer().catch(() => {
    throw new UnreadableFile(`${file.name} could not be read. Add it again.`);
  });
  const text = decodeText(new Uint8Array(bytes));
  // Loaded only by those who add a file.
  const { isPromptTable, parsePromptTable } =
    await import('@portal/contracts/prompt-lists/parse-prompt-table');
  if (!isPromptTable(file.name, text)) return { kind: 'lines', text };
  return { kind: 'table', file: { name: file.name, ...parsePromptTable(file.name, text) } };
}

/** UTF-8; UTF-16 if it says so, as Excel's Unicode text does; else what Windows programs write in the West. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

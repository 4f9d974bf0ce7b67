import { expect, test } from 'vitest';
import { decodeText, describeReadFailure, readPromptFile } from './read-prompt-file.ts';

const makeFile = (name: string, content: string | Uint8Array<ArrayBuffer>) => new File([content], name);

test('reads a table', async () => {
  expect(await readPromptFile(makeFile('foxes.csv', 'prompt,name\n"a fox, red",Fox'))).toEqual({
    kind: 'table',
    file: {
      name: 'foxes.csv',
      rows: [
        {
          template: 'a fox, red',
          name: 'Fox',
          count: 1,
          place: { file: 'foxes.csv', line: 2, column: 1 },
        },
      ],
      problems: [],
    },
  });
});

test('reads the lines of a text, which may have commas', async () => {
  const read = await readPromptFile(makeFile('foxes.TXT', '\ufeffa fox, red\na cat'));
  expect(read).toEqual({ kind: 'lines', text: 'a fox, red\na cat' });
});

test.each([
  ['foxes.xlsx', 10, 'foxes.xlsx is not a CSV, TSV or TXT file.'],
  ['foxes.csv', 5_000_001, 'foxes.csv has more than 5 MB.'],
])('refuses %s with %i bytes', async (name, bytes, message) => {
  await expect(readPromptFile(makeFile(name, new Uint8Array(bytes)))).rejects.toThrow(message);
});

test('refuses a file that has gone', async () => {
  const file = makeFile('foxes.csv', 'prompt');
  file.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
  const failure: unknown = await readPromptFile(file).catch((error: unknown) => error);
  expect(describeReadFailure(failure)).toBe('foxes.csv could not be read. Add it again.');
  expect(describeReadFailure(new TypeError('Failed to fetch'))).toBe(
    'The files could not be read. Add them again.',
  );
});

const TEXT = 'Füchse 🦊';
const encode = (text: string) => new TextEncoder().encode(text);
const encodeUtf16 = (text: string, isLittleEndian: boolean) => {
  const view = new DataView(new ArrayBuffer(2 * text.length));
  for (let index = 0; index < text.length; index += 1) {
    view.setUint16(2 * index, text.charCodeAt(index), isLittleEndian);
  }
  return new Uint8Array(view.buffer);
};

test.each([
  ['UTF-8', encode(TEXT)],
  ['UTF-8 with a mark', encode(`\ufeff${TEXT}`)],
  ['UTF-16LE', encodeUtf16(`\ufeff${TEXT}`, true)],
  ['UTF-16BE', encodeUtf16(`\ufeff${TEXT}`, false)],
])('decodes %s', (_, bytes) => {
  expect(decodeText(bytes)).toBe(TEXT);
});

test('decodes Windows-1252', () => {
  expect(decodeText(Uint8Array.of(0x46, 0xfc, 0x63, 0x68, 0x73, 0x65, 0x20, 0x80))).toBe('Füchse €');
});

test.each([
  [[0xff, 0x41], 'ÿA'],
  [[0x41, 0xfe], 'Aþ'],
  [[0xfe, 0x41], 'þA'],
])('half of a mark is no mark: %j', (bytes, text) => {
  expect(decodeText(Uint8Array.from(bytes))).toBe(text);
});

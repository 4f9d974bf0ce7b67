import { UPLOAD_RULES } from '@portal/contracts/uploads';
import { expect, test } from 'vitest';
import { checkFiles, listAccepted, needsReading, readTypes, sortByPath } from './check-files.ts';
import { createFile } from './testing/create-file.ts';

const { upscale, stylizer, 'keyword-generator': keywords } = UPLOAD_RULES;
const MB = 1024 * 1024;
/** None of them had to be read. */
const unread = (files: readonly File[]) => files.map((file) => ({ file, content: undefined }));
const names = (files: readonly { name: string }[]) => files.map(({ name }) => name);

test.each([
  ['[T5.4.1] a JPEG', 'a.jpg', {}, upscale, undefined],
  ['[T5.4.1] its other ending, in capitals', 'A.JPEG', {}, upscale, undefined],
  ['[T5.4.1] a PNG', 'a.png', { type: 'image/png' }, upscale, undefined],
  ['[T5.4.1] a WebP', 'a.webp', { type: 'image/webp' }, upscale, undefined],
  ['[T5.4.1] exactly 10 MB', 'a.jpg', { size: 10_485_760 }, upscale, undefined],
  ['[T5.4.1] one byte more', 'a.jpg', { size: 10_485_761 }, upscale, 'tooLarge'],
  ['[T5.4.1] a GIF', 'a.gif', { type: 'image/gif' }, upscale, 'otherType'],
  ['[T5.4.2] a GIF for keywords', 'a.gif', { type: 'image/gif' }, keywords, undefined],
  ['[T5.4.2] 20 MB for keywords', 'a.jpg', { size: 20 * MB }, keywords, undefined],
  ['[T5.4.2] more for keywords', 'a.jpg', { size: 20 * MB + 1 }, keywords, 'tooLarge'],
  ['[T5.4.3] 20 MB to restyle', 'a.jpg', { size: 20 * MB }, stylizer, undefined],
  ['[T5.4.3] more to restyle', 'a.jpg', { size: 20 * MB + 1 }, stylizer, 'tooLarge'],
  ['[T5.4.3, D-file-types.2] a HEIC to restyle', 'a.heic', { type: 'image/heic' }, stylizer, undefined],
  ['[D-file-types.2] an AVIF', 'a.avif', { type: 'image/avif' }, keywords, undefined],
  ['[D-file-types.2] a TIFF that the system has no type for', 'a.tif', { type: '' }, keywords, undefined],
  ['a TIFF to enlarge', 'a.tif', { type: 'image/tiff' }, upscale, 'otherType'],
  ['[D-file-types.5] a JPEG with another extension', 'a.jfif', {}, upscale, undefined],
  ['[D-file-types.5] a JPEG with another extension and no type', 'a.jfif', { type: '' }, upscale, undefined],
  ['[D-file-types.5] a JPEG without an extension', 'scan-0012', {}, upscale, undefined],
  ['an SVG', 'a.svg', { type: 'image/svg+xml' }, upscale, 'otherType'],
  ['[D-file-types.5] a picture by its name only', 'a.png', { type: 'text/html' }, upscale, undefined],
  ['[D-file-types.5] a picture by its type only', 'a.dat', { type: 'image/png' }, upscale, undefined],
  ['an SVG for keywords', 'a.svg', { type: 'image/svg+xml' }, keywords, 'otherType'],
  ['a picture that the system has no type for', 'a.png', { type: '' }, upscale, undefined],
  ['a file that nobody has a type for', 'README', { type: '' }, upscale, 'noPicture'],
  ['a text', 'a.txt', { type: 'text/plain' }, upscale, 'noPicture'],
  ['no bytes', 'a.jpg', { size: 0 }, upscale, 'empty'],
  ['a hidden file', '._a.jpg', {}, upscale, 'hidden'],
  ['a file in a hidden folder', 'a.jpg', { path: '/photos/.trash/a.jpg' }, upscale, 'hidden'],
  ["a file of a ZIP's shadow", 'a.jpg', { path: '/__MACOSX/a.jpg' }, upscale, 'hidden'],
  ['a cache of thumbnails', 'Thumbs.db', { type: '' }, upscale, 'hidden'],
  ['a file that was picked', 'a.jpg', { path: './a.jpg' }, upscale, undefined],
  ['a file of a folder', 'a.jpg', { path: '/photos/2026/a.jpg' }, upscale, undefined],
])('[T5.4.4] %s is taken, or ignored for a reason', (_name, name, file, rules, reason) => {
  const { taken, ignored } = checkFiles(unread([createFile(name, file)]), [], rules);
  expect({ taken: names(taken), ignored }).toEqual(
    reason === undefined ? { taken: [name], ignored: [] } : { taken: [], ignored: [{ name, reason }] },
  );
});

test.each([
  ['[T5.4.1]', upscale],
  ['[T5.4.2]', keywords],
  ['[T5.4.3]', stylizer],
])('%s the same name and size is a duplicate, of what is there and of what comes with it', (_id, rules) => {
  const present = [createFile('a.jpg', { size: 5 })];
  const chosen = [
    createFile('a.jpg', { size: 5, path: '/elsewhere/a.jpg' }),
    createFile('a.jpg', { size: 6 }),
    createFile('b.jpg', { size: 5 }),
    createFile('b.jpg', { size: 5 }),
  ];
  const { taken, ignored } = checkFiles(unread(chosen), present, rules);
  expect(taken).toEqual([chosen[1], chosen[2]]);
  expect(ignored).toEqual([
    { name: 'a.jpg', reason: 'duplicate' },
    { name: 'b.jpg', reason: 'duplicate' },
  ]);
});

test.each([
  ['[T5.4.1]', upscale],
  ['[T5.4.2]', keywords],
  ['[T5.4.3]', stylizer],
])('%s of 100 files at most, the rest is surplus', (_id, rules) => {
  const present = Array.from({ length: 98 }, (_, index) => createFile(`${index}.jpg`));
  const chosen = ['x.txt', 'a.jpg', '0.jpg', 'b.jpg', 'c.jpg', 'd.txt'].map((name) =>
    createFile(name, { type: name.endsWith('txt') ? 'text/plain' : 'image/jpeg' }),
  );
  const { taken, ignored } = checkFiles(unread(chosen), present, rules);
  expect(names(taken)).toEqual(['a.jpg', 'b.jpg']);
  expect(ignored.map(({ reason }) => reason)).toEqual(['noPicture', 'duplicate', 'surplus', 'noPicture']);
});

test.each([
  ['the type is taken', 'image/png', upscale, undefined],
  ['another tool takes it', 'image/gif', upscale, 'otherType'],
  ['it is none', undefined, upscale, 'noPicture'],
] as const)(
  '[D-file-types.4, D-file-types.5] a file without extension and type goes by its content: %s',
  (_name, content, rules, reason) => {
    const file = createFile('scan-0012', { type: '' });
    expect(needsReading(file, rules)).toBe(true);
    const { taken, ignored } = checkFiles([{ file, content }], [], rules);
    expect({ taken, reason: ignored[0]?.reason }).toEqual({ taken: reason ? [] : [file], reason });
  },
);

test('the file picker is asked for the types of the tool, and their endings', () => {
  expect(listAccepted(upscale)).toBe('image/jpeg,image/png,image/webp,.jpg,.jpeg,.jpe,.jfif,.png,.webp');
  expect(listAccepted(keywords)).toContain('.gif');
});

test('a file that the system has no type for has that of its ending', () => {
  expect(readTypes(createFile('a.PNG', { type: '' }))).toEqual(['image/png']);
  expect(readTypes(createFile('a.png'))).toEqual(['image/jpeg', 'image/png']);
});

test('files come in the order in which people count, folder by folder', () => {
  const files = ['b/1.jpg', 'a/10.jpg', 'a/9.jpg'].map((path) =>
    Object.assign(createFile(path.slice(2)), { path }),
  );
  expect(sortByPath(files).map(({ path }) => path)).toEqual(['a/9.jpg', 'a/10.jpg', 'b/1.jpg']);
});

import { UPLOAD_RULES } from '@portal/contracts/uploads';
import { expect, test } from 'vitest';
import { checkFiles, listAccepted, needsContentCheck, guessTypes, sortByPath } from './check-files.ts';
import { createFile } from './testing/create-file.ts';

const { upscale, stylizer, 'keyword-generator': keywords } = UPLOAD_RULES;
const MB = 1024 * 1024;
/** Candidates whose content did not have to be read. */
const makeUnread = (files: readonly File[]) => files.map((file) => ({ file, contentType: undefined }));
const names = (files: readonly { name: string }[]) => files.map(({ name }) => name);

test.each([
  ['a JPEG [T5.4.1]', 'a.jpg', {}, upscale, undefined],
  ['its other extension, in upper case [T5.4.1]', 'A.JPEG', {}, upscale, undefined],
  ['a PNG [T5.4.1]', 'a.png', { type: 'image/png' }, upscale, undefined],
  ['a WebP [T5.4.1]', 'a.webp', { type: 'image/webp' }, upscale, undefined],
  ['exactly 10 MB [T5.4.1]', 'a.jpg', { size: 10_485_760 }, upscale, undefined],
  ['one byte more [T5.4.1]', 'a.jpg', { size: 10_485_761 }, upscale, 'tooLarge'],
  ['a GIF [T5.4.1]', 'a.gif', { type: 'image/gif' }, upscale, 'unsupportedType'],
  ['a GIF for keywords [T5.4.2]', 'a.gif', { type: 'image/gif' }, keywords, undefined],
  ['20 MB for keywords [T5.4.2]', 'a.jpg', { size: 20 * MB }, keywords, undefined],
  ['more for keywords [T5.4.2]', 'a.jpg', { size: 20 * MB + 1 }, keywords, 'tooLarge'],
  ['20 MB for the stylizer [T5.4.3]', 'a.jpg', { size: 20 * MB }, stylizer, undefined],
  ['more for the stylizer [T5.4.3]', 'a.jpg', { size: 20 * MB + 1 }, stylizer, 'tooLarge'],
  ['a HEIC for the stylizer [T5.4.3, D-file-types.2]', 'a.heic', { type: 'image/heic' }, stylizer, undefined],
  ['an AVIF [D-file-types.2]', 'a.avif', { type: 'image/avif' }, keywords, undefined],
  ['a TIFF without a MIME type [D-file-types.2]', 'a.tif', { type: '' }, keywords, undefined],
  ['a TIFF for upscaling', 'a.tif', { type: 'image/tiff' }, upscale, 'unsupportedType'],
  ['a JPEG with another extension [D-file-types.5]', 'a.jfif', {}, upscale, undefined],
  [
    'a JPEG with another extension and no MIME type [D-file-types.5]',
    'a.jfif',
    { type: '' },
    upscale,
    undefined,
  ],
  ['a JPEG without an extension [D-file-types.5]', 'scan-0012', {}, upscale, undefined],
  ['an SVG', 'a.svg', { type: 'image/svg+xml' }, upscale, 'unsupportedType'],
  ['an image by its extension only [D-file-types.5]', 'a.png', { type: 'text/html' }, upscale, undefined],
  ['an image by its MIME type only [D-file-types.5]', 'a.dat', { type: 'image/png' }, upscale, undefined],
  ['an SVG for keywords', 'a.svg', { type: 'image/svg+xml' }, keywords, 'unsupportedType'],
  ['an image without a MIME type', 'a.png', { type: '' }, upscale, undefined],
  ['a file of unknown type', 'README', { type: '' }, upscale, 'notImage'],
  ['a text file', 'a.txt', { type: 'text/plain' }, upscale, 'notImage'],
  ['an empty file', 'a.jpg', { size: 0 }, upscale, 'empty'],
  ['a hidden file', '._a.jpg', {}, upscale, 'hidden'],
  ['a file in a hidden folder', 'a.jpg', { path: '/photos/.trash/a.jpg' }, upscale, 'hidden'],
  ['a macOS resource file', 'a.jpg', { path: '/__MACOSX/a.jpg' }, upscale, 'hidden'],
  ['a thumbnail cache', 'Thumbs.db', { type: '' }, upscale, 'hidden'],
  ['a picked file', 'a.jpg', { path: './a.jpg' }, upscale, undefined],
  ['a file from a folder', 'a.jpg', { path: '/photos/2026/a.jpg' }, upscale, undefined],
])('accepts %s or gives the reason for ignoring it [T5.4.4]', (_name, name, file, rules, reason) => {
  const { accepted, ignored } = checkFiles(makeUnread([createFile(name, file)]), [], rules);
  expect({ accepted: names(accepted), ignored }).toEqual(
    reason === undefined ? { accepted: [name], ignored: [] } : { accepted: [], ignored: [{ name, reason }] },
  );
});

test.each([
  ['[T5.4.1]', upscale],
  ['[T5.4.2]', keywords],
  ['[T5.4.3]', stylizer],
])('ignores duplicates by name and size %s', (_id, rules) => {
  const present = [createFile('a.jpg', { size: 5 })];
  const chosen = [
    createFile('a.jpg', { size: 5, path: '/elsewhere/a.jpg' }),
    createFile('a.jpg', { size: 6 }),
    createFile('b.jpg', { size: 5 }),
    createFile('b.jpg', { size: 5 }),
  ];
  const { accepted, ignored } = checkFiles(makeUnread(chosen), present, rules);
  expect(accepted).toEqual([chosen[1], chosen[2]]);
  expect(ignored).toEqual([
    { name: 'a.jpg', reason: 'duplicate' },
    { name: 'b.jpg', reason: 'duplicate' },
  ]);
});

test.each([
  ['[T5.4.1]', upscale],
  ['[T5.4.2]', keywords],
  ['[T5.4.3]', stylizer],
])('ignores files over the limit of 100 %s', (_id, rules) => {
  const present = Array.from({ length: 98 }, (_, index) => createFile(`${index}.jpg`));
  const chosen = ['x.txt', 'a.jpg', '0.jpg', 'b.jpg', 'c.jpg', 'd.txt'].map((name) =>
    createFile(name, { type: name.endsWith('txt') ? 'text/plain' : 'image/jpeg' }),
  );
  const { accepted, ignored } = checkFiles(makeUnread(chosen), present, rules);
  expect(names(accepted)).toEqual(['a.jpg', 'b.jpg']);
  expect(ignored.map(({ reason }) => reason)).toEqual(['notImage', 'duplicate', 'overLimit', 'notImage']);
});

test.each([
  ['an accepted type', 'image/png', upscale, undefined],
  ['an unsupported image type', 'image/gif', upscale, 'unsupportedType'],
  ['not an image', undefined, upscale, 'notImage'],
] as const)(
  'checks the content of a file without extension and type: %s [D-file-types.4, D-file-types.5]',
  (_name, contentType, rules, reason) => {
    const file = createFile('scan-0012', { type: '' });
    expect(needsContentCheck(file, rules)).toBe(true);
    const { accepted, ignored } = checkFiles([{ file, contentType }], [], rules);
    expect({ accepted, reason: ignored[0]?.reason }).toEqual({ accepted: reason ? [] : [file], reason });
  },
);

test('offers the MIME types and extensions of the tool in the file picker [T5.4.1, T5.4.3]', () => {
  const offered = 'image/jpeg,image/png,image/webp,.jpg,.jpeg,.jpe,.jfif,.png,.webp';
  expect(listAccepted(upscale)).toBe(offered);
  expect(listAccepted(stylizer)).toBe(offered);
  expect(listAccepted(keywords)).toContain('.gif');
});

test('guesses a missing MIME type from the extension', () => {
  expect(guessTypes(createFile('a.PNG', { type: '' }))).toEqual(['image/png']);
  expect(guessTypes(createFile('a.png'))).toEqual(['image/jpeg', 'image/png']);
});

test('sorts files by path in natural order', () => {
  const files = ['b/1.jpg', 'a/10.jpg', 'a/9.jpg'].map((path) =>
    Object.assign(createFile(path.slice(2)), { path }),
  );
  expect(sortByPath(files).map(({ path }) => path)).toEqual(['a/9.jpg', 'a/10.jpg', 'b/1.jpg']);
});

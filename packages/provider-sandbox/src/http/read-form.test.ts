import { expect, it } from 'vitest';
import { readForm } from './read-form.ts';

const part = (boundary: string, header: string, content: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; ${header}\r\n\r\n${content}\r\n`;
const incoming = (type: string, body: string) => ({
  method: 'POST',
  url: new URL('http://127.0.0.1/'),
  headers: new Headers({ 'content-type': type }),
  body: Buffer.from(body),
});
const readMultipart = (boundary: string, body: string) =>
  readForm(incoming(`multipart/form-data; boundary=${boundary}`, body));

it('does not end a file at a one-letter boundary inside it', async () => {
  const content = 'bytes --s and --s-- bytes';
  const form = await readMultipart(
    's',
    `${part('s', 'name="tags"', 'one,two')}${part('s', 'name="file"; filename="image.png"', content)}--s--`,
  );
  expect(form?.fields.get('tags')).toEqual(['one,two']);
  expect(form?.files.get('file')).toEqual([{ name: 'image.png', bytes: Buffer.from(content) }]);
});

it('keeps repeated names, also in a URL-encoded body', async () => {
  const body = 'public_ids%5B%5D=a&public_ids%5B%5D=b+c';
  const form = await readForm(incoming('application/x-www-form-urlencoded', body));
  expect(form?.fields.get('public_ids[]')).toEqual(['a', 'b c']);
});

it.each([
  ['ends in the middle of a file', 'abc', part('abc', 'name="file"; filename="a"', 'x').slice(0, -4)],
  ['has no closing boundary', 'abc', part('abc', 'name="tags"', 'x')],
])('returns undefined for a malformed body: %s', async (_, boundary, body) => {
  expect(await readMultipart(boundary, body)).toBeUndefined();
});

it('returns undefined for other content types', async () => {
  expect(await readForm(incoming('application/json', '{}'))).toBeUndefined();
  expect(await readForm(incoming('', ''))).toBeUndefined();
});

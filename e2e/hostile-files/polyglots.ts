/** Valid pictures that other programs read as something else. */
import { makeChunk, withChunks } from '../support/hostile-pictures.ts';
import { drawPicture } from '../support/pictures.ts';
import { MADE, type HostileFile } from './hostile-file.ts';

const SCRIPT = '<script>alert(1)</script>';

export async function makePolyglots(): Promise<HostileFile[]> {
  const [png, jpeg] = await Promise.all([drawPicture(), drawPicture({ format: 'jpeg' })]);
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, SCRIPT.length + 2]), Buffer.from(SCRIPT)]);
  const add = (picture: Buffer, tail: string) => Buffer.concat([picture, Buffer.from(tail, 'latin1')]);
  const files: [name: string, bytes: Buffer, tail: string][] = [
    ['with a page.png', add(png, `<html>${SCRIPT}`), SCRIPT],
    ['with an archive.png', add(png, 'PK\x05\x06'.padEnd(22, '\0')), 'PK\x05\x06'],
    ['with an archive.jpg', add(jpeg, 'PK\x05\x06'.padEnd(22, '\0')), 'PK\x05\x06'],
    ['with a note.html', withChunks(png, makeChunk('tEXt', Buffer.from(`Comment\0${SCRIPT}`))), SCRIPT],
    ['with a comment.html', Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]), SCRIPT],
  ];
  return files.map(([name, bytes, tail]) => ({ name, bytes, tail, outcome: MADE }));
}

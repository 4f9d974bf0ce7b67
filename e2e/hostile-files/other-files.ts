/** Files of other types, and files that are not what their name says. */
import sharp from 'sharp';
import { UNDECODABLE } from '../support/hostile-pictures.ts';
import { drawPicture } from '../support/pictures.ts';
import { LOOPING_TIFF } from './jpeg-files.ts';
import {
  ANIMATED,
  CUT,
  DAMAGED,
  half,
  MADE,
  NO_PICTURE,
  notForUpscale,
  tooLarge,
  toFiles,
  type HostileFile,
} from './hostile-file.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
const SVG_WITH_FILE = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>
<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&x;</text></svg>`;
const PAGE = '<!doctype html><script>alert(document.domain)</script>';

/** Their headers have the largest size of the format. */
const HUGE_WEBP = Buffer.from('RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\xff\x3f\0\xff\x3f\0', 'latin1');
const HUGE_GIF = Buffer.from('GIF89a\xff\xff\xff\xff\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;', 'latin1');

export async function makeOtherFiles(): Promise<HostileFile[]> {
  const [png, webp] = await Promise.all([drawPicture(), drawPicture({ format: 'webp' })]);
  const open = () => sharp(png);
  const avif = await open().avif().toBuffer();
  const tiff = await open().tiff().toBuffer();
  const moving = () => sharp([png, webp], { join: { animated: true } });
  return [
    ...toFiles([
      ['half.webp', half(webp), CUT],
      ['huge.webp', HUGE_WEBP, tooLarge(269)],
      ['moving.webp', await moving().webp().toBuffer(), ANIMATED],
      ['huge.gif', HUGE_GIF, notForUpscale('At 4295 megapixels the picture is too large; the most is 100.')],
      ['still.gif', await open().gif().toBuffer(), notForUpscale(MADE)],
      ['scan.tif', tiff, notForUpscale(MADE)],
      ['half.tif', half(tiff), notForUpscale(DAMAGED)],
      ['looping.tif', LOOPING_TIFF, notForUpscale(DAMAGED)],
      ['still.avif', avif, notForUpscale(MADE)],
      ['half.avif', half(avif), notForUpscale(DAMAGED)],
      ['nothing.png', Buffer.alloc(0), 'The file is empty.'],
      ['one byte.png', png.subarray(0, 1), NO_PICTURE],
      ['drawing.png', Buffer.from(SVG), NO_PICTURE],
      ['reads a file.png', Buffer.from(SVG_WITH_FILE), NO_PICTURE],
      ['page.html.png', Buffer.from(PAGE), NO_PICTURE],
      ['document.png', Buffer.from('%PDF-1.7\n'), NO_PICTURE],
      ['program.png', Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), NO_PICTURE],
      ['<img src=x onerror=alert(1)>.png', png, MADE],
      ['../../../etc/passwd.png', png, MADE],
      ['fox\u202Egnp.exe.png', png, MADE],
    ]),
    { name: 'page.html', bytes: Buffer.from(PAGE), type: 'text/html', outcome: NO_PICTURE },
    { name: 'drawing.svg', bytes: Buffer.from(SVG), type: 'image/svg+xml', outcome: NO_PICTURE },
    ...UNDECODABLE.map(({ reason, ...file }) => ({ ...file, outcome: notForUpscale(reason) })),
  ];
}

/** PNGs that are damaged, unusual, or far larger in memory than on disk. */
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { makeChunk, makePng, makePngOfSize, withChunks } from '../support/hostile-pictures.ts';
import { drawPicture } from '../support/pictures.ts';
import { ANIMATED, CUT, DAMAGED, half, MADE, tooLarge, toFiles, type HostileFile } from './hostile-file.ts';

/** What a few kilobytes decompress to. */
const BOMB_BYTES = 64 * 1024 ** 2;
const RGBA_16 = { bitDepth: 16, colorType: 6, interlace: 1 };
const PALETTE = { bitDepth: 8, colorType: 3, interlace: 0 };

export async function makePngFiles(): Promise<HostileFile[]> {
  const png = await drawPicture();
  const open = () => sharp(png);
  const bomb = deflateSync(Buffer.alloc(BOMB_BYTES));
  const withBomb = (name: string, before: string) =>
    withChunks(png, makeChunk(name, Buffer.concat([Buffer.from(before, 'latin1'), bomb])));
  const dotsOfAPalette = deflateSync(Buffer.alloc(72));
  return toFiles([
    ['bomb.png', makePngOfSize(30_000, 30_000), tooLarge(900)],
    ['just too large.png', makePngOfSize(10_001, 10_000), tooLarge(101)],
    ['no size.png', makePngOfSize(0, 0), DAMAGED],
    // More data than pixels: the rest is not decompressed.
    ['bomb of data.png', makePng(48, 32, [makeChunk('IDAT', bomb)]), MADE],
    ['bomb of 800 MB.png', makePng(10_000, 10_000, [makeChunk('IDAT', bomb)], RGBA_16), DAMAGED],
    ['bomb in a profile.png', withBomb('iCCP', 'Profile\0\0'), MADE],
    ['bomb in a text.png', withBomb('zTXt', 'Comment\0\0'), MADE],
    ['bomb in metadata.png', withBomb('iTXt', 'XML:com.adobe.xmp\0\x01\0\0\0'), MADE],
    ['half.png', half(png), CUT],
    ['broken inside.png', Buffer.from(png).fill(7, 60, 80), DAMAGED],
    ['broken checksum.png', Buffer.from(png).fill(0, png.length - 16, png.length - 12), DAMAGED],
    ['no palette.png', makePng(8, 8, [makeChunk('IDAT', dotsOfAPalette)], PALETTE), DAMAGED],
    ['moving.png', withChunks(png, makeChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))), ANIMATED],
    ['16 bits.png', await open().toColourspace('rgb16').png().toBuffer(), MADE],
    ['interlaced.png', await open().png({ progressive: true }).toBuffer(), MADE],
    ['gray with alpha.png', await open().toColourspace('b-w').ensureAlpha(0.5).png().toBuffer(), MADE],
    ['palette.png', await open().ensureAlpha(0.5).png({ palette: true }).toBuffer(), MADE],
    ['turned.png', await open().withMetadata({ orientation: 6 }).png().toBuffer(), MADE],
    ['two pictures.png', Buffer.concat([png, png]), MADE],
  ]);
}

/** URLs of the Bulk Image Generator's calls, and readers for its files. */
import { randomUUID } from 'node:crypto';
import { config } from '../config.ts';
import type { Account } from './accounts.ts';

export const GENERATOR = '/api/image-generator';
export const BATCHES = `${GENERATOR}/batches`;
export const pathOf = (batchId: string): string => `${BATCHES}/${batchId}`;
export const downloadOf = (batchId: string): string => `${GENERATOR}/batch/${batchId}/download`;

/** A unique prompt, by which the sandbox counts calls. */
export const newPrompt = (about: string): string => `${about}, ${randomUUID()}`;

export async function fetchFile(as: Account, path: string) {
  const answer = await fetch(new URL(path, config.portalUrl), {
    headers: { authorization: `Bearer ${as.token}` },
  });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

export interface Picture {
  type: 'image/png' | 'image/jpeg' | 'image/webp';
  width: number;
  height: number;
  hasAlpha: boolean;
}

/** Reads the image header; throws on invalid or truncated images. */
export function readPicture(bytes: Buffer): Picture {
  const start = bytes.toString('latin1', 0, 16);
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return readPng(bytes);
  if (start.startsWith('\xff\xd8\xff')) return readJpeg(bytes);
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return readWebp(bytes, start.slice(12));
  throw new Error(`No picture begins with ${JSON.stringify(start)}`);
}

function readPng(bytes: Buffer): Picture {
  if (bytes.toString('latin1', bytes.length - 8, bytes.length - 4) !== 'IEND') throw new Error('Half a PNG');
  const colorType = bytes.readUInt8(25);
  return {
    type: 'image/png',
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
    hasAlpha: colorType === 4 || colorType === 6,
  };
}

function readJpeg(bytes: Buffer): Picture {
  if (bytes.readUInt16BE(bytes.length - 2) !== 0xffd9) throw new Error('Half a JPEG');
  for (let at = 2; ; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt8(at + 1);
    // A frame header: C0 to CF, except for tables and arithmetic coding.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      return { type: 'image/jpeg', width, height, hasAlpha: false };
    }
  }
}

function readWebp(bytes: Buffer, chunk: string): Picture {
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) throw new Error('Half a WebP');
  const type = 'image/webp';
  if (chunk === 'VP8 ') {
    const [width, height] = [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
    return { type, width, height, hasAlpha: false };
  }
  if (chunk !== 'VP8X') throw new Error(`Unknown WebP chunk ${chunk}`);
  const [width, height] = [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
  return { type, width, height, hasAlpha: (bytes.readUInt8(20) & 0x10) !== 0 };
}

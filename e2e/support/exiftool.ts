/** Reads metadata with exiftool, an implementation that is not ours. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

const ListSchema = z.union([z.array(z.coerce.string()), z.coerce.string().transform((text) => [text])]);
const TagsSchema = z
  .object({
    'ExifTool:Validate': z.string(),
    'XMP:DigitalSourceType': z.string().optional(),
    'XMP:Title': z.string().optional(),
    'XMP:Description': z.string().optional(),
    'XMP:Subject': ListSchema.optional(),
    'IPTC:ObjectName': z.string().optional(),
    'IPTC:Keywords': ListSchema.optional(),
    'JUMBF:JUMDLabel': z.string().optional(),
  })
  .transform((tags) => ({
    /** The numbers of errors, warnings and minor warnings. */
    isValid: tags['ExifTool:Validate'].startsWith('0 0 '),
    sourceType: tags['XMP:DigitalSourceType']?.split('/').at(-1),
    title: tags['XMP:Title'],
    description: tags['XMP:Description'],
    keywords: tags['XMP:Subject'],
    iptc: tags['IPTC:Keywords'] && { title: tags['IPTC:ObjectName'], keywords: tags['IPTC:Keywords'] },
    isSigned: tags['JUMBF:JUMDLabel'] !== undefined,
  }));
export type Tags = z.output<typeof TagsSchema>;

/** Of each picture, in one process. */
export function readTags(pictures: readonly Buffer[]): Tags[] {
  const folder = mkdtempSync(join(tmpdir(), 'exiftool-'));
  try {
    const files = pictures.map((bytes, index) => {
      const file = join(folder, String(index).padStart(4, '0'));
      writeFileSync(file, bytes);
      return file;
    });
    const { stdout, stderr } = spawnSync('exiftool', ['-json', '-G', '-n', '-validate', '-all', ...files], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    if (stdout === '') throw new Error(stderr);
    return z.array(TagsSchema).parse(JSON.parse(stdout));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

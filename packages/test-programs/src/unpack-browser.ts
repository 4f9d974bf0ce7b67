/** Unpacks the Chromium of the package @sparticuz/chromium, with the fonts and libraries that it brings. */
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import { extract } from 'tar-fs';
import { z } from 'zod';

export interface UnpackedBrowser {
  program: string;
  /** What a machine without a desktop lacks: NSS, NSPR and Expat. */
  libraries: string;
  /** Of Fontconfig's settings. Its only font is the package's, so that all machines measure texts alike. */
  fonts: string;
}

const FONT_SETTINGS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

const PackageSchema = z.object({ version: z.string() });

/** Those of the installed package. */
export function findArchives(): { archives: string; version: string } {
  const folder = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..');
  const { version } = PackageSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  return { archives: join(folder, 'bin'), version };
}

/** Once for each version, into `folder/version`. Several processes may do so at once: the first to finish wins. */
export async function unpackBrowser(
  folder: string,
  { archives, version } = findArchives(),
): Promise<UnpackedBrowser> {
  const target = join(folder, version);
  if (!existsSync(target)) {
    await mkdir(folder, { recursive: true });
    // Only its owner may read or write it.
    const draft = await mkdtemp(join(folder, `${version}-`));
    try {
      await unpackAll(archives, draft);
      await rename(draft, target).catch((error: unknown) => {
        if (!existsSync(target)) throw error;
      });
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  }
  return { program: join(target, 'chromium'), libraries: join(target, 'lib'), fonts: target };
}

async function unpackAll(archives: string, folder: string): Promise<void> {
  const unpack = async (archive: string, output: NodeJS.WritableStream) => {
    const source = createReadStream(join(archives, archive));
    await pipeline(source, createBrotliDecompress(), output).catch((error: unknown) => {
      throw new Error(`${archive} of @sparticuz/chromium is broken.`, { cause: error });
    });
  };
  await unpack('chromium.br', createWriteStream(join(folder, 'chromium'), { mode: 0o700 }));
  await unpack('al2023.tar.br', extract(folder));
  await unpack('fonts.tar.br', extract(folder));
  await writeFile(join(folder, 'fonts.conf'), FONT_SETTINGS);
}

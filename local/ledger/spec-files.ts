import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const repositoryRoot = join(import.meta.dirname, '../..');

/** The spec is fixed: references count its rows, so a change to a file is also a change of its checksum here. */
export const specFiles = [
  {
    letter: 'P',
    name: 'portal.md',
    sha256: '4a04cd66e022db8a8753490bed482d797137c4917696995762818637249dab30',
  },
  {
    letter: 'T',
    name: 'tools.md',
    sha256: 'e80e37e617cea8df2f732f80942327c4a9789051dde2b364171b1850f5855530',
  },
  {
    letter: 'D',
    name: 'decisions.md',
    sha256: '90f9afbd8bc7273988608027c8b96ee7f0897ea41b4ae3f465b23c290a5e43df',
  },
] as const;

export type SpecFile = (typeof specFiles)[number];

export const readSpecFile = (file: SpecFile) =>
  readFileSync(join(repositoryRoot, 'docs/spec', file.name), 'utf8');

export const computeChecksum = (text: string) => createHash('sha256').update(text).digest('hex');

import type { HostileFile } from './hostile-file.ts';
import { makeJpegFiles } from './jpeg-files.ts';
import { makeOtherFiles } from './other-files.ts';
import { makePngFiles } from './png-files.ts';
import { makePolyglots } from './polyglots.ts';

/** Small files that a tool must reject or neutralize, each with what becomes of it. */
export const makeCorpus = async (): Promise<HostileFile[]> =>
  (await Promise.all([makePngFiles(), makeJpegFiles(), makeOtherFiles(), makePolyglots()])).flat();

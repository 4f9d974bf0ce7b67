import { join } from 'node:path';
import { z } from 'zod';

const environment = z
  .object({
    /** The path of a Chromium, Chrome or Edge for all page tests. */
    TEST_BROWSER: z.string().min(1).optional(),
    /** `browser,exiftool`: tests that need one of these fail where it is missing, instead of being skipped. */
    REQUIRED_PROGRAMS: z.string().default(''),
    PATH: z.string().default(''),
  })
  .parse(process.env);

export const config = {
  browserPath: environment.TEST_BROWSER,
  requiredPrograms: environment.REQUIRED_PROGRAMS.split(','),
  searchPath: environment.PATH,
  inheritedEnvironment: process.env,
  /** Not in /tmp: there, anybody could put a program in its place. */
  browserFolder: join(import.meta.dirname, '../../../.build/browser'),
};

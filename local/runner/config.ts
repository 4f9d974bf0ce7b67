import { z } from 'zod';

const EnvironmentSchema = z.object({
  PATH: z.string().default(''),
  /** `official` runs Google's Firestore emulator in place of the embedded one. */
  EMULATORS: z.enum(['embedded', 'official']).default('embedded'),
  /** `off` serves queries that production would refuse for want of a composite index. */
  INDEXES: z.enum(['enforced', 'off']).default('enforced'),
  NO_COLOR: z.string().optional(),
});

const environment = EnvironmentSchema.parse(process.env);

export const config = {
  path: environment.PATH,
  emulators: environment.EMULATORS,
  enforcesIndexes: environment.INDEXES === 'enforced',
  useColor: environment.NO_COLOR === undefined && process.stdout.isTTY,
  /** What a child process starts from. */
  inheritedEnvironment: process.env,
};

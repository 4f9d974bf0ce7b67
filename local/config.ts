import { z } from 'zod';
import { withoutKeys } from './real-services.ts';

const EnvironmentSchema = z.object({
  PATH: z.string().default(''),
  /** `official` runs Google's Firestore emulator instead of ours. */
  EMULATORS: z.enum(['embedded', 'official']).default('embedded'),
  /** `off` allows queries without the composite index that production requires. */
  INDEXES: z.enum(['enforced', 'off']).default('enforced'),
  NO_COLOR: z.string().optional(),
});

const environment = EnvironmentSchema.parse(process.env);

export const config = {
  path: environment.PATH,
  emulators: environment.EMULATORS,
  enforcesIndexes: environment.INDEXES === 'enforced',
  useColor: environment.NO_COLOR === undefined && process.stdout.isTTY,
  /** Where real keys may be. */
  environment: process.env,
  /** For child processes. */
  inheritedEnvironment: withoutKeys(process.env),
};

import { z } from 'zod';

const EnvironmentSchema = z.object({
  /** host:port of the server under test. */
  CONFORMANCE_ADDRESS: z.string().optional(),
  /** Which server that is; `other` is any that we know nothing about. */
  CONFORMANCE_TARGET: z.enum(['ours', 'google', 'other']).default('ours'),
  /** `compare` also compares generated rules with Google's emulator, `record` writes down its decisions. */
  CONFORMANCE_GOOGLE: z.enum(['off', 'compare', 'record']).default('off'),
});

const environment = EnvironmentSchema.parse(process.env);

export type Target = z.infer<typeof EnvironmentSchema>['CONFORMANCE_TARGET'];

export const config = {
  address: environment.CONFORMANCE_ADDRESS,
  target: environment.CONFORMANCE_TARGET,
  comparesWithGoogle: environment.CONFORMANCE_GOOGLE !== 'off',
  records: environment.CONFORMANCE_GOOGLE === 'record',
  /** What a child process starts from. */
  inheritedEnvironment: process.env,
};

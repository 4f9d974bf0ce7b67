import { z } from 'zod';

const EnvironmentSchema = z.object({
  /** host:port of the server under test. */
  CONFORMANCE_ADDRESS: z.string().optional(),
  /** Which server that is; `other` is any that we know nothing about. */
  CONFORMANCE_TARGET: z.enum(['ours', 'google', 'other']).default('ours'),
});

const environment = EnvironmentSchema.parse(process.env);

export type Target = z.infer<typeof EnvironmentSchema>['CONFORMANCE_TARGET'];

export const config = {
  address: environment.CONFORMANCE_ADDRESS,
  target: environment.CONFORMANCE_TARGET,
  /** What a child process starts from. */
  inheritedEnvironment: process.env,
};

import { z } from 'zod';

const EnvironmentSchema = z.object({
  /** host:port of the server that is held to the suite. */
  CONFORMANCE_ADDRESS: z.string().optional(),
  /** What answers there; `address` is any server that we know nothing of. */
  CONFORMANCE_TARGET: z.enum(['embedded', 'oracle', 'address']).default('embedded'),
  /** How many rulesets are made at random; `npm test` takes fewer, for its time. */
  CONFORMANCE_RULESETS: z.coerce.number().int().default(11),
});

const environment = EnvironmentSchema.parse(process.env);

export type Target = z.infer<typeof EnvironmentSchema>['CONFORMANCE_TARGET'];

export const config = {
  address: environment.CONFORMANCE_ADDRESS,
  target: environment.CONFORMANCE_TARGET,
  rulesets: environment.CONFORMANCE_RULESETS,
  /** What a child process starts from. */
  inheritedEnvironment: process.env,
};

import { z } from 'zod';

const EnvironmentSchema = z.object({
  PATH: z.string().default(''),
  /** Google's Firestore emulator, if it is not in one of the usual places. */
  FIRESTORE_EMULATOR_JAR: z.string().optional(),
});

const environment = EnvironmentSchema.parse(process.env);

export const config = {
  path: environment.PATH,
  firestoreEmulatorJar: environment.FIRESTORE_EMULATOR_JAR,
};

/** A way to break the product, with the tests that have to notice it. */
import { z } from 'zod';

export const TestsSchema = z.union([
  z.strictObject({ unit: z.array(z.string()) }),
  /** `title` is a regular expression, as for `vitest -t`. */
  z.strictObject({ e2e: z.array(z.string()), title: z.string() }),
]);
export type Tests = z.infer<typeof TestsSchema>;

export interface Mistake {
  name: string;
  file: string;
  /** Occurs once in the file. */
  find: string;
  replace: string;
  tests: Tests;
}

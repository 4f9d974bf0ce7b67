/** Once for each run of Vitest. */
import { drawEach, shareDrawings } from './support/sandbox.ts';

export default async function prepareSandbox() {
  await shareDrawings();
  return drawEach;
}

import type { Issue, PictureChecks } from '@portal/contracts/checks';
import { encodeHash } from '@portal/contracts/likeness';

/** Pictures are as alike as these vectors. */
export const makeHash = (...numbers: number[]): string => encodeHash(numbers);

interface Options extends PictureChecks {
  hash?: string;
  sharpness?: number;
}

/** Of a sharp picture without a flaw. */
export const createChecks = ({
  hash = makeHash(7),
  sharpness = 70,
  measures,
  ...others
}: Options = {}): PictureChecks => ({ measures: { hash, sharpness, ...measures }, ...others });

export const createIssue = (overrides: Partial<Issue> = {}): Issue => ({
  kind: 'text',
  severity: 'severe',
  box: { left: 10, top: 5, width: 20, height: 10 },
  sentence: 'A sign reads OPEN.',
  ...overrides,
});

/** Measured as soft. */
export const createSoftChecks = (options: Options = {}): PictureChecks => {
  const { measures, ...others } = createChecks({ sharpness: 8, ...options });
  return { ...others, ...(measures && { measures: { ...measures, flaws: [{ kind: 'soft', measure: 8 }] } }) };
};

import type { Issue, PictureChecks } from '@portal/contracts/checks';

/** Two hashes with the same bytes are the same picture; each other byte makes them less alike. */
export const makeHash = (...bytes: number[]): string =>
  btoa(String.fromCodePoint(...Array.from({ length: 8 }, (_, index) => bytes[index] ?? 0)));

interface Options extends PictureChecks {
  hash?: string;
  sharpness?: number;
}

/** Of a sharp picture without a flaw. */
export const createChecks = ({
  hash = makeHash(),
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

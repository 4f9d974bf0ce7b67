import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod';

export interface TestResult {
  /** Relative to the repository. */
  file: string;
  title: string;
  passed: boolean;
}

export type Proof = Pick<TestResult, 'file' | 'title'>;

const VitestReportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/** Reads what every suite's JSON reporter left in the folder. */
export function readTestResults(folder: string, repositoryRoot: string): TestResult[] {
  if (!existsSync(folder)) return [];
  const reports = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return reports.flatMap((name) => {
    const report = VitestReportSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
    return report.testResults.flatMap((file) =>
      file.assertionResults.map(({ fullName, status }) => ({
        file: relative(repositoryRoot, file.name),
        title: fullName.trim(),
        passed: status === 'passed',
      })),
    );
  });
}

/** Finds for each reference the passed tests that name it; a name with a reference that nothing has is a problem. */
export function collectProofs(
  tests: readonly TestResult[],
  knownReferences: ReadonlySet<string>,
): { proofs: Map<string, Proof[]>; problems: string[] } {
  const proofs = new Map<string, Proof[]>();
  const problems = new Set<string>();
  for (const { file, title, passed } of tests.toSorted(compareTests)) {
    for (const reference of findReferences(title)) {
      if (!knownReferences.has(reference))
        problems.add(`'${title}' in ${file} names ${reference}, which is not in the spec`);
      const found = proofs.get(reference) ?? [];
      const isNew = found.every((proof) => proof.file !== file || proof.title !== title);
      if (passed && isNew) proofs.set(reference, [...found, { file, title }]);
    }
  }
  return { proofs, problems: [...problems] };
}

/** `[P5.3]`, or several as `[P5.3, T2.1.7]`; mistyped ones too, so that they are noticed. */
function findReferences(title: string): string[] {
  const groups = title.matchAll(/\[((?:[PT]\d|D-)[^\]]*)\]/g);
  return [...groups].flatMap(([, references = '']) => references.split(/[,\s]+/));
}

/** By code unit, so that the order is the same on every machine. */
function compareTests(left: TestResult, right: TestResult): number {
  const [leftKey, rightKey] = [left, right].map(({ file, title }) => `${file}\n${title}`);
  return (leftKey ?? '') < (rightKey ?? '') ? -1 : 1;
}

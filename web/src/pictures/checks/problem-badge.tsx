import type { PictureChecks } from '@portal/contracts/checks';
import { TriangleAlert } from 'lucide-react';
import styles from './checks.module.css';
import { describeProblems } from './list-checks.ts';

/** On a thumbnail, only if there is a problem. The name of the cell around it says which one. */
export function ProblemBadge({ checks }: { checks: PictureChecks | undefined }) {
  const problems = describeProblems(checks);
  if (problems === '') return undefined;
  return (
    <span className={styles['problem']} title={problems}>
      <TriangleAlert aria-hidden size={14} />
    </span>
  );
}
